"""The painter's two rivals: what their losses weigh, that codes look back only, and the way to a judgement."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra `torch`")

from paragone.baselines.flow import data  # noqa: E402
from paragone.baselines.flow.evaluate import prompts_for  # noqa: E402
from paragone.baselines.flow.layout import WORDS, text_numbers, vocabulary  # noqa: E402
from paragone.baselines.flow.pilots import codes, evaluate, pictures, train, whole  # noqa: E402
from paragone.core.errors import BadOption, NotReady  # noqa: E402
from paragone.core.types import Prompt  # noqa: E402


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> pictures.Pictures:
    path = tmp_path_factory.mktemp("pilots") / "pictures.npz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "SHARD", 12)
        pictures.load(path, shards=1)
    return pictures.load(path)


def numbers_of(*texts: str) -> Any:
    return torch.from_numpy(np.array([text_numbers(text, vocabulary()) for text in texts]))


def test_pictures_are_those_of_the_painters_scenes_and_masks_lie_on_the_things(few: pictures.Pictures) -> None:
    assert few.images.shape[1:] == (64, 64, 3)
    assert few.texts.shape == (len(few.images), WORDS)
    share = (few.masks > 127).mean(axis=(1, 2))
    assert (share > 0.001).all(), "every scene shows a thing"
    assert share.mean() < 0.5


def test_a_things_pixel_weighs_sixteen_times_one_behind_it(few: pictures.Pictures) -> None:
    _, weight = pictures.batch_of(few, np.arange(4))
    assert float(weight.mean()) == pytest.approx(1.0, abs=1e-5)
    on, off = (weight[torch.from_numpy(few.masks[:4])[:, None] == level] for level in (255, 0))
    assert float(on.mean() / off.mean()) == pytest.approx(16.0, rel=1e-4)


def test_the_weighted_loss_is_nought_for_the_truth_and_weighs_mistakes_where_things_are(
    few: pictures.Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = np.arange(4)
    truth, weight = pictures.batch_of(few, rows)
    monkeypatch.setattr(whole, "times", lambda count, rng: torch.full((count,), 0.5))

    def loss(wrong: Any) -> float:
        says: Any = lambda texts, x, t: truth + wrong  # noqa: E731 (stands for a network)
        return float(whole.loss_of(says, few, rows, np.random.default_rng(0)))

    assert loss(torch.zeros(())) == 0
    on = torch.from_numpy(few.masks[rows] == 255)[:, None].float()
    by_hand = float((weight * on).sum() / weight.numel()) * (0.1 / 0.5) ** 2  # wrong by 0.1 with half the way left
    assert loss(0.1 * on) == pytest.approx(by_hand, rel=1e-4)


def test_a_code_sees_the_text_and_the_codes_before_it_only() -> None:
    torch.manual_seed(0)
    net = codes.Speaker(len(vocabulary()), width=16, depth=2).eval()
    said = torch.randint(codes.CODES, (1, 10))
    changed = said.clone()
    changed[0, 6] = (changed[0, 6] + 1) % codes.CODES
    texts = numbers_of("a dog")
    before, after = net(texts, said), net(texts, changed)
    assert before.shape == (1, 11, codes.CODES)
    torch.testing.assert_close(before[:, :7], after[:, :7])  # the logits of codes 0 to 6 know nothing of code 6
    assert not torch.allclose(before[:, 7:], after[:, 7:])
    assert not torch.allclose(before, net(numbers_of("2 cars"), said))


def test_the_book_moves_to_what_chose_it_and_idle_codes_start_anew() -> None:
    torch.manual_seed(0)
    coder = codes.Coder(width=16)
    coder.book.zero_()
    coder.book[1] = 10.0
    vectors = torch.full((1, codes.CODE_WIDTH, 8, 8), 8.0)
    numbers = coder.numbers(vectors)
    assert (numbers == 1).all(), "8 is nearer to 10 than to 0"
    coder.used.fill_(1.0)
    coder.used[5] = 0.0  # nobody has chosen it for long
    coder.follow_codes(vectors, numbers, np.random.default_rng(0))
    assert float(coder.book[1, 0]) == pytest.approx(8.0)  # 64 choices at once pull a code of one use all the way
    assert float(coder.book[2, 0]) == 0.0
    assert float(coder.book[5, 0]) == 8.0


def test_a_coder_learns_to_give_pictures_back(few: pictures.Pictures) -> None:
    torch.manual_seed(0)
    coder = codes.Coder(width=16)
    optimiser = torch.optim.AdamW(coder.parameters(), lr=3e-3)
    losses = []
    for step in range(12):
        loss = codes.coder_loss(coder, few, np.arange(4), np.random.default_rng(step))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.8 * losses[0]


def test_from_a_training_to_images_that_a_run_can_judge(tmp_path: Path, few: pictures.Pictures) -> None:
    train.train_whole(few, tmp_path, 0.001)
    train.train_codes(few, tmp_path, 0.002)
    ends = torch.load(tmp_path / "whole.pt", weights_only=True)["at"]
    train.train_whole(few, tmp_path, 0.001)  # its minutes are over: it goes on from where it was and does nothing
    assert torch.load(tmp_path / "whole.pt", weights_only=True)["at"] == ends
    asked = [Prompt("one", "a dog"), Prompt("two", "a dog")]
    for name in evaluate.DRAWERS:
        draw = evaluate.DRAWERS[name](tmp_path)
        first, second = evaluate.pictures_of(draw, asked)
        assert first.shape == (256, 256, 3)
        assert not np.array_equal(first, second), "one text under two ids has two chances"
        assert np.array_equal(first, evaluate.pictures_of(draw, asked)[0])
    model = evaluate.drawn("whole", tmp_path, prompts_for(1))
    assert len(list(Path(model["path"]).glob("*.png"))) == 3
    assert (tmp_path / "samples_whole.jpg").is_file()


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="holds no trained pilot"):
        evaluate.main(tmp_path, prompts=1, out=tmp_path / "run")
    with pytest.raises(NotReady, match=r"no .*speaker\.pt"):
        evaluate.codes_drawer(tmp_path)
    with pytest.raises(BadOption, match="no pilot 'both'"):
        train.main("both", tmp_path)
