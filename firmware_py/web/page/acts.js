// Acting: every act says for which moment of which game it was made, and has a name of its own.

import { say } from "./dom.js";

const TRY_AGAIN = 700;
const session = Math.random().toString(36).slice(2, 10);
let count = 0;

/** Post JSON; returns the answer, its body read as JSON, its `ok`. A server that is not there answers "no_line". */
export async function post(path, body) {
  const text = typeof body === "string";
  try {
    const answer = await fetch(path, {
      method: "POST", credentials: "same-origin", cache: "no-store",
      headers: { "Content-Type": text ? "text/plain" : "application/json" }, body: text ? body : JSON.stringify(body),
    });
    return { ok: answer.ok, status: answer.status, ...(await answer.json()) };
  } catch {
    return { ok: false, status: 0, refused: "no_line", say: say("no_line") };
  }
}

export class Actor {
  /** `state()` is the newest state; `unpaired(again)` asks for pairing; `told(sentence)` says a refusal. */
  constructor({ state, live, unpaired, told }) {
    Object.assign(this, { state, live, unpaired, told });
  }

  /** Act; `then.done()` follows once it is taken, `then.refused(answer)` if it is not, else the refusal is said. */
  async act(act, facts = {}, then = {}) {
    if (!this.live()) {
      this.refuse({ say: say("catching_up") }, then);
      return;
    }
    const { began, ply } = this.state();
    count += 1;
    await this.send({ act, began, ply, id: `${session}-${count}`, ...facts }, then, true);
  }

  async send(body, then, again) {
    const answer = await post("/act", body);
    if (answer.ok) then.done?.();
    else if (answer.status === 429 && again) {
      await new Promise((done) => setTimeout(done, TRY_AGAIN));
      await this.send(body, then, false);
    } else if (answer.refused === "not_paired") this.unpaired(() => this.send(body, then, false));
    else this.refuse(answer, then);
  }

  refuse(answer, then) {
    if (then.refused) then.refused(answer);
    else this.told(answer.say);
  }
}
