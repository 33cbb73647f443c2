"""Going on after a kill, folders of DAMSM and published names, and the model and encoder that a plan takes."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra torch is not installed")

from paragone.assets.pickled import read_tensors  # noqa: E402
from paragone.baselines.attngan import shape as shapes  # noqa: E402
from paragone.baselines.attngan import train as gan  # noqa: E402
from paragone.baselines.attngan.discriminator import discriminators  # noqa: E402
from paragone.baselines.attngan.generator import Generator  # noqa: E402
from paragone.baselines.attngan.published import discriminator_state, generator_state  # noqa: E402
from paragone.baselines.damsm import data, folder  # noqa: E402
from paragone.baselines.damsm import train as damsm_train  # noqa: E402
from paragone.baselines.damsm.image import to_input  # noqa: E402
from paragone.baselines.training import save  # noqa: E402
from paragone.core.catalogue import make  # noqa: E402
from paragone.core.errors import BadInput, BadOption, NotReady  # noqa: E402
from paragone.core.expect import Expect  # noqa: E402
from paragone.core.types import Picture, Prompt  # noqa: E402


@pytest.fixture(scope="module")
def scenes() -> data.Scenes:
    rng = np.random.default_rng(0)
    captions = np.array(["a red dog", "a blue bus", "two dogs", "a dog left of a bus"] * 4)
    return data.Scenes(rng.integers(0, 256, (16, 64, 64, 3), dtype=np.uint8), captions)


@pytest.fixture(scope="module")
def trained(scenes: data.Scenes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("damsm")
    training = damsm_train.Training(scenes, features=128, seed=0)
    training.step()
    folder.save(training.damsm, place, {"trunk": "small", "features": 128})
    return place


def test_scenes_of_the_skills_that_were_asked_for() -> None:
    made = data.render("v1", 4, skills=["object", "color"])
    assert len(set(made.captions)) == 4  # by turns, and no cell twice
    assert not any(";" in text or any(character.isdigit() for character in text) for text in made.captions)
    everything = data.render("v1", 4)
    assert set(everything.captions) != set(made.captions)
    with pytest.raises(BadOption, match="no skill 'colour'; it has object"):
        data.render("v1", 4, skills=["colour"])


def same(one: Any, other: Any) -> bool:
    if isinstance(one, torch.Tensor):
        return bool(torch.equal(one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def test_damsm_goes_on_as_if_it_had_never_stopped(scenes: data.Scenes, tmp_path: Path) -> None:
    whole, begun, again = (damsm_train.Training(scenes, features=128, seed=seed) for seed in (0, 0, 0))
    for _ in range(2):
        whole.step()
    begun.step()
    save(begun.state(), tmp_path / "t.pt")
    again.restore(torch.load(tmp_path / "t.pt", weights_only=True))
    again.step()
    assert again.steps == 2
    for part in ("image", "text", "optimiser"):
        assert same(whole.state()[part], again.state()[part])


def test_a_trained_damsm_sees_an_image_alone_as_it_saw_it_among_others(scenes: data.Scenes) -> None:
    """Statistics that lag behind the weights made an encoder that found no caption."""
    training = damsm_train.Training(scenes, features=16, seed=0)
    for layer in training.damsm.image.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            layer.running_mean = torch.full_like(layer.weight, 5.0).detach()
    damsm_train.settle(training)
    pictures = to_input(torch.from_numpy(scenes.images))
    with torch.no_grad():
        among = training.damsm.image.train()(pictures)[1]
        alone = torch.cat([training.damsm.image.eval()(one[None])[1] for one in pictures])
    assert torch.nn.functional.cosine_similarity(among, alone).min() > 0.99


def test_a_gan_goes_on_as_if_it_had_never_stopped(scenes: data.Scenes, trained: Path, tmp_path: Path) -> None:
    whole, begun, again = (gan.Training("attngan++", scenes, folder.load(trained), seed=0) for _ in range(3))
    for _ in range(2):
        whole.step()
    begun.step()
    save(begun.state(), tmp_path / "g.pt")
    again.restore(torch.load(tmp_path / "g.pt", weights_only=True))
    again.step()
    for part in ("generator", "judges", "mean", "optimisers"):
        assert same(whole.state()[part], again.state()[part])
    other = gan.Training("counter", scenes, folder.load(trained), seed=0)
    with pytest.raises(BadOption, match="of attngan"):
        other.restore(torch.load(tmp_path / "g.pt", weights_only=True))


def test_a_plan_draws_with_a_checkpoint_and_encodes_with_its_damsm(
    scenes: data.Scenes, trained: Path, tmp_path: Path
) -> None:
    training = gan.Training("counter", scenes, folder.load(trained), seed=0)
    training.step()
    save(training.state(), tmp_path / "g.pt")
    gan.sheet(training, tmp_path / "g.png", 8)
    model = make("models", "attngan", {"path": str(tmp_path / "g.pt"), "damsm_path": str(trained)})
    model.check()
    prompts = [Prompt("a", "a red dog"), Prompt("b", "a blue bus"), Prompt("c", "xyzzy")]
    together = model.draw(prompts, 0)
    assert together[0].image.shape == (64, 64, 3)
    assert np.array_equal(together[1].image, model.draw(prompts[1:], 0)[0].image)
    assert not np.array_equal(together[0].image, model.draw(prompts[:1], 1)[0].image)
    assert "no word" in together[2].reason
    again = model.draw([Prompt("d", "a red dog")], 0)[0]
    assert not np.array_equal(together[0].image, again.image), "one text under two ids is drawn by two chances"
    text = make("annotators", "damsm_text", {"path": str(trained)})
    found = text.look([], [Prompt("a", "a red dog", expect=Expect(distractors=("a blue bus", "two dogs"))), prompts[2]])
    assert (len(found[0]["vector"]), len(found[0]["distractors"])) == (128, 256)
    assert "knows no word" in found[1].reason
    image = make("annotators", "damsm_image", {"path": str(trained)})
    facts = image.look([Picture(together[0].image, "", "PNG", "RGB", 1)], [])
    assert facts[0]["vector"].shape == (128,)
    assert image.version.partition("-")[2] == text.version.partition("-")[2]


def test_what_is_not_there_is_said(tmp_path: Path, trained: Path) -> None:
    with pytest.raises(NotReady, match=r"no damsm\.json"):
        make("annotators", "damsm_image", {}).check()
    with pytest.raises(NotReady, match="no trained DAMSM"):
        folder.load(tmp_path)
    with pytest.raises(NotReady, match="no checkpoint"):
        make("models", "attngan", {"path": str(tmp_path / "no.pt"), "damsm_path": str(trained)}).check()
    (tmp_path / "bad.pt").write_bytes(b"not a checkpoint")
    with pytest.raises(BadInput, match="is no checkpoint"):
        make("models", "attngan", {"path": str(tmp_path / "bad.pt"), "damsm_path": str(trained)}).check()


def published_generator(net: Generator) -> dict[str, Any]:
    """The tensors of a generator under the published names."""
    names = {}
    for name, value in net.state_dict().items():
        theirs = name.replace("h_net1.ups.", "h_net1.upsample").replace(".looks.", ".att.")
        if theirs.startswith("h_net1.upsample"):
            number = int(theirs[len("h_net1.upsample")])
            theirs = f"h_net1.upsample{number + 1}" + theirs[len("h_net1.upsample") + 1 :]
        if theirs.startswith("img_nets."):
            theirs = f"img_net{int(theirs[9]) + 1}.img{theirs[10:]}"
        names[f"module.{theirs}"] = value[..., None] if theirs.endswith("conv_context.weight") else value
    return names


def test_a_published_generator_is_read_by_name(tmp_path: Path) -> None:
    torch.manual_seed(0)
    net, empty = Generator(shapes.ATTNGAN_CUB), Generator(shapes.ATTNGAN_CUB)
    theirs = published_generator(net)
    for name in ("ca_net.fc.bias", "h_net1.upsample4.2.running_mean", "h_net2.att.conv_context.weight"):
        assert f"module.{name}" in theirs
    assert "module.img_net3.img.0.weight" in theirs
    torch.save(theirs, tmp_path / "netG.pth")
    empty.load_state_dict(generator_state(read_tensors(tmp_path / "netG.pth")))
    assert same(dict(net.state_dict()), dict(empty.state_dict()))


def test_a_published_discriminator_is_read_by_name() -> None:
    small = shapes.Shape(4, 4, 2, features=8)  # as deep as the published ones, and narrow
    heads = {"joint.conv": "COND_DNET.jointConv.0", "joint.norm": "COND_DNET.jointConv.1"}
    heads |= {"fitting": "COND_DNET.outlogits.0", "plain": "UNCOND_DNET.outlogits.0"}
    later = {64: [], 128: ["s32", "s32_1"], 256: ["s32", "s64", "s64_1", "s64_2"]}
    for net, side in zip(discriminators(small, spectral=False), small.sides, strict=True):
        theirs = {}
        for name, value in net.state_dict().items():
            whole, _, leaf = name.rpartition(".")
            part, _, kind = whole.removeprefix("layers.").partition(".")
            if whole.startswith("heads."):
                new = heads[whole.removeprefix("heads.")]
            elif int(part) < 4:
                new = f"img_code_s16.{max(3 * int(part) - 1, 0) + (kind == 'norm')}"
            else:
                new = f"img_code_{later[side][int(part) - 4]}.{int(kind == 'norm')}"
            theirs[f"{new}.{leaf}"] = value.numpy()
        assert same(dict(net.state_dict()), discriminator_state(theirs))


def test_the_published_damsm_becomes_a_folder(tmp_path: Path) -> None:
    words = {"<end>": 0, "bird": 1, "red": 2}
    (tmp_path / "captions.pickle").write_bytes(pickle.dumps([[[1, 2]], [[2]], {1: "bird", 2: "red"}, words]))
    damsm = folder.make("inception", {"bird": 1, "red": 2}, features=256, longest=18)
    image = {name.removeprefix("trunk.inception."): value for name, value in damsm.image.state_dict().items()}
    assert "Mixed_7c.branch3x3dbl_3b.bn.running_var" in image
    torch.save(image, tmp_path / "image.pth")
    torch.save(damsm.text.state_dict(), tmp_path / "text.pth")
    out = tmp_path / "out"
    folder.main(tmp_path / "image.pth", tmp_path / "text.pth", tmp_path / "captions.pickle", out)
    found = folder.load(out)
    assert found.words == {"bird": 1, "red": 2}
    assert same(dict(found.image.state_dict()), dict(damsm.image.state_dict()))


def test_nothing_in_a_captions_file_runs(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return (Path.touch, (tmp_path / "ran",))

    (tmp_path / "captions.pickle").write_bytes(pickle.dumps([Evil()]))
    with pytest.raises(BadInput, match=r"no captions\.pickle"):
        folder.read_words(tmp_path / "captions.pickle")
    assert not (tmp_path / "ran").exists()
