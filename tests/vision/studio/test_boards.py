"""Drawn boards show exactly what their truth says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.layout import Layout, load_layout
from hardware.spaces import COLOURS
from vision.errors import SceneError
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import BOARD_SIZE, BoardScene, Shade, draw_board, draw_reference
from vision.studio.geometry import Camera, view_of
from vision.studio.hands import Hand
from vision.studio.light import Picture, Sensor
from vision.studio.pieces import PieceLook, PlacedPiece
from vision.studio.printing import owner_of
from vision.studio.settings import Setting

CALM = Sensor(exposure=0.9, blur=0.0, noise=0.0)
CAMERA = Camera(height=640, tilt=20, azimuth=-75, fov=38)
STARTS = {"trouble": "T0", "headache": "X0"}


def board_of(name: str, **changes: object) -> BoardScene:
    layout = load_layout(name)
    look = PieceLook(
        "cone" if layout.game == "headache" else "pawn", layout.piece.base_radius, layout.piece.height
    )
    plain = BoardScene(layout, look, camera=CAMERA, sensor=CALM, looseness=0.0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def at(picture: Picture, place: tuple[float, float]) -> tuple[int, int, int]:
    blue, green, red = (int(c) for c in picture[round(place[1]), round(place[0])])
    return blue, green, red


def looks_like(colour: str, pixel: tuple[int, int, int]) -> bool:
    blue, green, red = pixel
    return {
        "red": red > 1.5 * green and red > 1.5 * blue,
        "blue": blue > 1.3 * green and blue > 1.5 * red,
        "yellow": red > 1.5 * blue and green > 1.3 * blue and red < 1.8 * green,
        "green": green > 1.3 * red and green > 1.1 * blue,
    }[colour]


@pytest.mark.parametrize("name", ["trouble-tags", "headache-tags"])
@pytest.mark.parametrize("camera", [CAMERA, Camera(height=900, tilt=5, azimuth=20, roll=4, fov=30)])
def test_tags_are_found_where_truth_has_them(name: str, camera: Camera) -> None:
    scene = board_of(name, camera=camera)
    truth = truth_of_board(scene)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(draw_board(scene))
    inside = {
        number
        for number, corners in truth.tags.items()
        if ((np.array(corners) > 12) & (np.array(corners) < np.array(BOARD_SIZE) - 12)).all()
    }
    assert len(inside) >= 2
    seen = {int(number): corners.reshape(4, 2) for number, corners in zip(np.ravel(ids), found, strict=True)}
    assert inside <= set(seen)
    for number in inside:
        assert np.abs(seen[number] - np.array(truth.tags[number])).max() < 0.8


@pytest.mark.parametrize("name", ["trouble", "headache", "kimble"])
def test_printed_spaces_have_their_owners_colour(name: str) -> None:
    scene = board_of(name)
    plain = replace(scene, style=replace(scene.style, marks=False))
    picture, truth = draw_board(plain), truth_of_board(plain)
    for space, place in truth.spaces.items():
        if not (2 < place[0] < BOARD_SIZE[0] - 3 and 2 < place[1] < BOARD_SIZE[1] - 3):
            continue
        owner, pixel = owner_of(space, scene.layout.seats), at(picture, place)
        if owner is not None:
            assert looks_like(owner, pixel), (space, owner, pixel)
        else:
            assert min(pixel) > 170, (space, pixel)


@pytest.mark.parametrize("name", ["trouble", "headache", "kimble"])
def test_a_pieces_top_is_where_truth_has_it(name: str) -> None:
    layout = load_layout(name)
    spaces = [s for s in layout.spaces if s[0] in "TIO"][:24:2]
    pieces = {space: (COLOURS[k % 4],) for k, space in enumerate(spaces)}
    scene = board_of(name, pieces=pieces)
    picture, truth = draw_board(scene), truth_of_board(scene)
    for space, (colour,) in pieces.items():
        assert looks_like(colour, at(picture, truth.tops[space])), (space, colour)
        leaning = np.subtract(truth.tops[space], truth.spaces[space])
        assert np.linalg.norm(leaning) > 2


def test_a_stack_shows_its_upper_cone_higher_than_a_single_one() -> None:
    single = truth_of_board(board_of("headache", pieces={"O2.2": ("red",)}))
    stack = board_of("headache", pieces={"O2.2": ("blue", "yellow", "red")})
    stacked, picture = truth_of_board(stack), draw_board(stack)
    assert looks_like("red", at(picture, stacked.tops["O2.2"]))
    way = np.subtract(single.tops["O2.2"], single.spaces["O2.2"])
    higher = np.subtract(stacked.tops["O2.2"], single.spaces["O2.2"])
    assert np.linalg.norm(higher) > 1.4 * np.linalg.norm(way)


def test_the_corners_lie_on_the_boards_edge() -> None:
    scene = board_of("trouble", camera=Camera(height=900, tilt=12, fov=30))
    picture, truth = draw_board(scene), truth_of_board(scene)
    middle = np.array(truth.dome[:2])
    for corner in np.array(truth.corners):
        way = (middle - corner) / np.linalg.norm(middle - corner)
        inside, outside = at(picture, tuple(corner + 6 * way)), at(picture, tuple(corner - 6 * way))
        assert sum(inside) > sum(outside) + 150


def test_a_hand_and_a_nearer_piece_hide_spaces() -> None:
    scene = board_of("trouble", camera=Camera(height=500, tilt=38, azimuth=-90, fov=50))
    bare = truth_of_board(scene)
    assert min(bare.seen[s] for s in ("T0", "T5", "BF3")) == 1.0
    x, y = scene.layout.spaces["T3"]
    standing = truth_of_board(
        replace(scene, loose=(PlacedPiece(scene.look, (0.1, 0.1, 0.6), (x, y - 8, 0.0)),))
    )
    assert standing.seen["T3"] < 0.8 and standing.seen["T17"] == 1.0
    under = truth_of_board(replace(scene, hand=Hand((x, y), 30.0, 90.0)))
    assert under.seen["T3"] < 0.5
    assert truth_of_board(replace(scene, hand=Hand((x, y), 30.0, 90.0, solid=False))).seen == bare.seen


def test_a_shade_darkens_its_side_only() -> None:
    scene = board_of("trouble")
    light = draw_board(scene).astype(int)
    dark = draw_board(replace(scene, shade=Shade(0.0, 20.0, 0.5, 5.0))).astype(int)
    truth = truth_of_board(scene)
    (left_x, left_y), (right_x, right_y) = truth.spaces["T24"], truth.spaces["T10"]
    assert np.abs(light - dark)[round(left_y), round(left_x)].max() == 0
    ratio = dark[round(right_y) + 12, round(right_x)].sum() / light[round(right_y) + 12, round(right_x)].sum()
    assert 0.6 < ratio < 0.85  # half of the light is 0.73 of an sRGB value


def test_the_reference_is_true_to_scale() -> None:
    layout = load_layout("trouble-tags")
    picture = draw_reference(layout, 0.4)
    middle = np.array([(picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2])
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    assert layout.tags is not None and len(found) == len(layout.tags.at)
    for number, corners in zip(np.ravel(ids), found, strict=True):
        x, y = layout.tags.at[int(number)]
        expected = middle + np.array((x, -y)) / 0.4
        assert np.abs(corners.reshape(4, 2).mean(axis=0) - expected).max() < 0.7
    with pytest.raises(ValueError, match="mm_per_px"):
        draw_reference(layout, 0.0)


def test_a_chessboard_is_refused() -> None:
    with pytest.raises(ValueError, match="dome"):
        BoardStudio(Setting.TABLE, 0, load_layout("chessboard"))


@pytest.mark.parametrize("pieces", [{"T99": ("red",)}, {"T1": ("pink",)}])
def test_pieces_that_the_board_does_not_know_are_refused(pieces: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(SceneError, match=r"T99|pink"):
        draw_board(board_of("trouble", pieces=pieces), (64, 48))


@pytest.fixture(scope="module")
def kimble() -> Layout:
    return load_layout("kimble")


@pytest.mark.parametrize("setting", list(Setting))
def test_every_board_is_wholly_in_its_picture(setting: Setting) -> None:
    for seed in range(6):
        for name in ("trouble-tags", "headache", "kimble"):
            scene = BoardStudio(setting, seed, load_layout(name)).scene({})
            corners = view_of(scene.camera, BOARD_SIZE).project(
                np.array([(*c, 0.0) for c in scene.layout.corners])
            )
            assert (corners > 0).all() and (corners < np.array(BOARD_SIZE)).all()


def test_a_studio_keeps_pieces_that_did_not_move_and_drifts(kimble: Layout) -> None:
    studio = BoardStudio(Setting.TABLE, 5, kimble)
    first = studio.scene({"T1": ("red",), "T9": ("blue",)}, value=4)
    second = studio.moved(first, {"T5": ("red",), "T9": ("blue",)})
    assert first.placed()["T9"] == second.placed()["T9"]
    assert set(second.placed()) == {"T5", "T9"}
    assert studio.popped(second, value=2).dice[0].top == 2
    later = studio.scene({"T1": ("red",)})
    assert later.camera == first.camera and later.style == first.style
    assert later.sensor.exposure != first.sensor.exposure
    bumped = studio.bumped(later)
    assert bumped.camera != later.camera and studio.scene({}).camera == bumped.camera


def test_hands_shadows_and_fallen_pieces_can_be_had(kimble: Layout) -> None:
    studio = BoardStudio(Setting.VARIED, 6, kimble)
    scene = studio.scene({"T1": ("red",)})
    assert truth_of_board(studio.hand_over(scene, "T1")).seen["T1"] < 0.6
    assert studio.shaded(scene).shade is not None
    fallen = studio.beside(scene, "green").loose[0]
    assert fallen.lean == 90 and fallen.rings()[:, 2].min() > -0.1


def test_headache_boards_get_two_dice() -> None:
    studio = BoardStudio(Setting.TABLE, 7, load_layout("headache"))
    dice = truth_of_board(studio.scene({}, value=3, red=True)).dice
    assert {(die.value, die.red) for die in dice} == {(3, None), (None, True)}
