"""The sizes of the three models: as published, and one that two cores can train."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """Widths and depths. The trunk starts at 4 x 4 with `start` x ngf channels, halved at each doubling of the side."""

    ngf: int
    ndf: int
    residuals: int
    start: int = 16  # the trunk reaches 4 x start pixels before the first image
    features: int = 256  # of a word
    condition: int = 100
    noise: int = 100

    @property
    def sides(self) -> tuple[int, int, int]:
        """Pixels on a side of the three images."""
        return 4 * self.start, 8 * self.start, 16 * self.start


ATTNGAN_CUB, ATTNGAN_COCO = Shape(32, 64, 2), Shape(48, 96, 3)
ATTNGAN_PP_CUB, ATTNGAN_PP_COCO = Shape(64, 32, 2), Shape(64, 32, 3)
SMALL = Shape(16, 16, 2, start=4, features=128, condition=64, noise=64)  # 16, 32 and 64 pixels
