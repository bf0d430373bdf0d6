// The line to the table: server-sent events. A page that slept asks anew and is marked as old until it knows.

const SILENT_AFTER = 25_000; // the server is heard every 10 s, so this is a line that is dead
const LOOK_EVERY = 2_000;
const SLEPT = 6_000; // a timer this late means that the phone slept

export class Line {
  /** `told` gets each new state; `changed` gets "live", "waiting" or "lost" when that changes. */
  constructor(told, changed, path = "/events") {
    this.path = path;
    this.told = told;
    this.changed = changed;
    this.state = { boot: "", number: 0 };
    this.heard = this.looked = performance.now();
    setInterval(() => this.look(), LOOK_EVERY);
    document.addEventListener("visibilitychange", () => document.hidden || this.connect());
    window.addEventListener("online", () => this.connect());
    window.addEventListener("pageshow", (event) => event.persisted && this.connect());
    this.connect();
  }

  get live() {
    return this.condition === "live";
  }

  connect() {
    this.become("waiting");
    this.source?.close();
    this.heard = performance.now();
    const source = this.source = new EventSource(this.path);
    source.addEventListener("table", (event) => source === this.source && this.hear(JSON.parse(event.data)));
    source.addEventListener("beat", (event) => source === this.source && this.beat(Number(event.data)));
    source.addEventListener("error", () => source === this.source && this.become("lost"));
  }

  hear(state) {
    this.heard = performance.now();
    this.become("live");
    if (state.boot === this.state.boot && state.number < this.state.number) return;
    this.state = state;
    this.told(state);
  }

  beat(number) {
    this.heard = performance.now();
    if (number !== this.state.number) this.connect();
  }

  look() {
    const now = performance.now(), slept = now - this.looked > LOOK_EVERY + SLEPT;
    this.looked = now;
    if (slept || now - this.heard > SILENT_AFTER || this.source.readyState === EventSource.CLOSED) this.connect();
  }

  become(condition) {
    if (condition === this.condition) return;
    this.condition = condition;
    this.changed(condition);
  }
}
