"""Parameter counts worked out from the sources' layer tables, and losses worked out by hand."""

import math
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")

from torch import nn  # noqa: E402

from paragone.baselines.attngan import shape as shapes  # noqa: E402
from paragone.baselines.attngan.attention import WordAttention  # noqa: E402
from paragone.baselines.attngan.discriminator import Answer, CounterDiscriminator, Stage, discriminators  # noqa: E402
from paragone.baselines.attngan.generator import Generator, Given  # noqa: E402
from paragone.baselines.attngan.loss import conditioning_loss, discriminator_loss, generator_loss  # noqa: E402
from paragone.baselines.damsm.image import FullTrunk, ImageEncoder, SmallTrunk  # noqa: E402
from paragone.baselines.damsm.loss import sentence_loss, word_loss  # noqa: E402
from paragone.baselines.damsm.text import TextEncoder, captions_of  # noqa: E402


def count(module: nn.Module) -> int:
    return sum(weight.numel() for weight in module.parameters())


@pytest.mark.parametrize(
    ("shape", "trunk", "fc", "refine", "image", "total"),
    [
        (shapes.ATTNGAN_CUB, 6_444_928, 3_309_568, 267_136, 864, 7_084_592),
        (shapes.ATTNGAN_COCO, 12_017_472, 4_964_352, 843_648, 1_296, 13_811_456),
        (shapes.ATTNGAN_PP_CUB, 19_156_736, 6_619_136, 1_050_368, 1_728, 21_365_456),
        (shapes.ATTNGAN_PP_COCO, 19_156_736, 6_619_136, 1_493_504, 1_728, 22_251_728),
    ],
)
def test_a_generator_has_the_parameters_of_its_table(
    shape: shapes.Shape, trunk: int, fc: int, refine: int, image: int, total: int
) -> None:
    net = Generator(shape)
    assert count(net.ca_net) == 102_800
    assert (count(net.h_net1), count(net.h_net1.fc)) == (trunk, fc)
    assert count(net.h_net2) == count(net.h_net3) == refine
    assert {count(head) for head in net.img_nets} == {image}
    assert count(net) == total


@pytest.mark.parametrize(
    ("shape", "spectral", "expected"),
    [
        (shapes.ATTNGAN_CUB, False, [6_313_730, 19_424_002, 71_858_946]),
        (shapes.ATTNGAN_COCO, False, [13_304_450, 42_800_258, 160_774_274]),
        (shapes.ATTNGAN_PP_CUB, True, [1_878_242, 5_155_810, 18_264_546]),
        (shapes.SMALL, True, [332_818, 373_810, 472_178]),
    ],
)
def test_discriminators_have_the_parameters_of_their_table(
    shape: shapes.Shape, spectral: bool, expected: list[int]
) -> None:
    with torch.device("meta") if not spectral else torch.device("cpu"):
        assert [count(net) for net in discriminators(shape, spectral=spectral)] == expected


def test_the_counter_model_has_the_parameters_of_its_code() -> None:
    assert count(Generator(shapes.ATTNGAN_PP_CUB, is_counter=True)) == 21_500_882
    judge = CounterDiscriminator(shapes.ATTNGAN_PP_CUB)
    assert [count(stage) for stage in judge.stages] == [28_032, 113_088, 447_360, *[1_189_376] * 3]
    assert count(judge) == 5_344_834


def test_the_small_generator_and_damsm_have_the_parameters_of_their_tables() -> None:
    assert count(Generator(shapes.SMALL)) == 480_848
    assert count(TextEncoder(5_450)) == 2_075_320
    assert count(TextEncoder(27_297)) == 8_629_420
    assert count(TextEncoder(5_450).rnn) == 440_320
    with torch.device("meta"):
        encoder = ImageEncoder(FullTrunk())
    assert (count(encoder.emb_features), count(encoder.emb_cnn_code)) == (196_608, 524_544)
    assert count(encoder.trunk) == 21_785_568  # Inception-v3's 27,161,264 less its classifier and auxiliary branch


def given(shape: shapes.Shape, lengths: list[int]) -> Given:
    torch.manual_seed(0)
    n = len(lengths)
    captions = captions_of([[1] * length for length in lengths])
    return Given(
        torch.randn(n, shape.features),
        torch.randn(n, shape.features, max(lengths)),
        captions.is_padding,
        torch.randn(n, shape.noise),
        torch.randn(n, shape.condition),
    )


def test_images_come_in_their_sizes_and_are_judged() -> None:
    what = given(shapes.SMALL, [3, 2])
    drawn = Generator(shapes.SMALL)(what)
    assert [image.shape[-1] for image in drawn.images] == [16, 32, 64]
    for net, image in zip(discriminators(shapes.SMALL, spectral=True), drawn.images, strict=True):
        assert net(image, what.sentence).fitting.shape == (2,)
    drawn = Generator(shapes.SMALL, is_counter=True)(what)
    assert [image.shape[-1] for image in drawn.images] == [4, 8, 16, 32, 64]
    assert CounterDiscriminator(shapes.SMALL)(drawn.images, what.sentence).plain.shape == (2,)


def test_the_smallest_image_of_the_counter_model_never_reaches_its_judge() -> None:
    what = given(shapes.SMALL, [3, 2])
    images = Generator(shapes.SMALL, is_counter=True)(what).images
    judge = CounterDiscriminator(shapes.SMALL).eval()
    before = judge(images, what.sentence).plain
    assert torch.equal(before, judge([images[0] + 1, *images[1:]], what.sentence).plain)
    assert not torch.equal(before, judge([images[0], images[1] + 1, *images[2:]], what.sentence).plain)


def test_real_images_looked_at_once_are_judged_as_if_looked_at_for_each_caption() -> None:
    torch.manual_seed(0)
    images, sentences = torch.randn(4, 3, 16, 16), torch.randn(4, 128)
    judge = discriminators(shapes.SMALL, spectral=False)[0]
    seen = judge.features(images)
    for said in (sentences, sentences.roll(-1, dims=0)):
        whole, parts = judge(images, said), judge.heads(seen, said)
        torch.testing.assert_close(whole.fitting, parts.fitting)
        torch.testing.assert_close(whole.plain, parts.plain)


def test_the_deviation_over_a_batch_is_the_population_s_and_has_a_gradient_where_all_agree() -> None:
    torch.manual_seed(0)
    seen = []
    stage = Stage(2, 1, 4)
    stage.first.register_forward_pre_hook(lambda module, given: seen.append(given[0]))
    x = torch.randn(3, 2, 4, 4)
    stage(x)
    torch.testing.assert_close(seen[0][:, 2], x.std(dim=0, correction=0).mean(dim=0).expand(3, -1, -1))
    same = torch.ones(3, 2, 4, 4, requires_grad=True)
    stage(same).sum().backward()
    assert same.grad is not None
    assert bool(same.grad.isfinite().all())


def test_padding_is_not_looked_at_but_by_the_published_slip() -> None:
    what = given(shapes.SMALL, [4, 2])
    changed = what.words.clone()
    changed[1, :, 2:] += 5.0  # only padding of the second caption
    features = torch.randn(2, 16, 8, 8)
    right = WordAttention(128, 16, context_first=False, faithful=False)
    assert torch.equal(right(features, what.words, what.is_padding), right(features, changed, what.is_padding))
    slip = WordAttention(128, 16, context_first=False, faithful=True)
    assert not torch.equal(slip(features, what.words, what.is_padding), slip(features, changed, what.is_padding))
    # Row b Q + q has the mask of caption (b Q + q) mod 2: every second pixel of either image.
    assert slip.mask(what.is_padding, 4)[:, :, 3].tolist() == [[False, True, False, True]] * 2


def test_losses_of_undecided_judges_are_two_ln_two() -> None:
    undecided = Answer(torch.zeros(4), torch.zeros(4))
    assert discriminator_loss(undecided, undecided, torch.zeros(4)).item() == pytest.approx(2 * math.log(2), abs=1e-6)
    assert generator_loss(undecided).item() == pytest.approx(2 * math.log(2), abs=1e-6)
    sure = Answer(torch.full((4,), 20.0), torch.full((4,), 20.0))
    assert discriminator_loss(sure, sure, torch.full((4,), -20.0)).item() == pytest.approx(40 / 3, abs=1e-4)
    assert conditioning_loss(torch.zeros(2, 3), torch.zeros(2, 3)).item() == 0


CLASSES = torch.tensor([0, 1, 0])


@pytest.mark.parametrize(
    ("classes", "rows", "columns"), [(None, 3.3220705, 2.4790327), (CLASSES, 2.9624826, 0.9538662)]
)
def test_the_word_loss_is_that_worked_by_hand(classes: Any, rows: float, columns: float) -> None:
    regions = torch.sin(torch.arange(1, 49, dtype=torch.float64)).view(3, 4, 2, 2)
    words = torch.cos(torch.arange(1, 61, dtype=torch.float64)).view(3, 4, 5)
    found = word_loss(regions, words, torch.tensor([5, 4, 3]), classes)
    assert (found.rows.item(), found.columns.item()) == pytest.approx((rows, columns), abs=1e-6)


@pytest.mark.parametrize(
    ("classes", "rows", "columns"), [(None, 8.7225649, 8.7206715), (CLASSES, 4.8018351, 6.1484277)]
)
def test_the_sentence_loss_is_that_worked_by_hand(classes: Any, rows: float, columns: float) -> None:
    place = torch.arange(1, 13, dtype=torch.float64).view(3, 4)
    found = sentence_loss(torch.sin(place), torch.cos(place), classes)
    assert (found.rows.item(), found.columns.item()) == pytest.approx((rows, columns), abs=1e-6)


def test_equal_vectors_are_a_guess_among_the_batch() -> None:
    same = torch.ones(5, 4)
    assert sentence_loss(same, same).total.item() == pytest.approx(2 * math.log(5), abs=1e-6)


def test_padding_and_the_batch_do_not_change_a_caption() -> None:
    torch.manual_seed(0)
    net = TextEncoder(20).eval()
    words, sentences = net(captions_of([[3, 4, 5], [6]]))
    _, alone = net(captions_of([[6]]))
    assert torch.allclose(sentences[1], alone[0], atol=1e-6)
    assert not words[1, :, 1:].any()
    assert SmallTrunk()(torch.zeros(1, 3, 64, 64))[0].shape == (1, 128, 8, 8)
