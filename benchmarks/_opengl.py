"""The same scene by moderngl (on Mesa's llvmpipe without a graphics card): 2 x 2 samples, a shadow map, ids.

It does what our renderer does by the usual means of OpenGL: a depth map from the sun, then one pass into a colour and
an id buffer of twice the size, read back and averaged. Light and shadow are of the same kind, not bit for bit the same.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from paragone.scenes.rendering import _prepare
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.rendering.render import Placed, Sun

MAP = _prepare.MAP_SIZE
VERTEX = """#version 330
uniform float far; in vec3 seen; in vec3 lit; in vec3 normal; in vec3 colour; in float thing;
out vec3 place; out vec3 facing; out vec3 paint; flat out float number; uniform vec2 size; uniform bool from_sun;
void main() {
  place = lit; facing = normal; paint = colour; number = thing;
  float w = from_sun ? 1.0 : 1.0 / seen.z;
  vec2 at = from_sun ? lit.xy / MAP.0 * 2.0 - 1.0 : vec2(seen.x / size.x * 2.0 - 1.0, 1.0 - seen.y / size.y * 2.0);
  float deep = from_sun ? -lit.z / 50.0 : (w - 0.5) / (far - 0.5) * 2.0 - 1.0;
  gl_Position = vec4(at * w, deep * w, w);
}""".replace("MAP", str(MAP))
SHADE = """#version 330
in vec3 place; in vec3 facing; in vec3 paint; flat in float number;
uniform sampler2D map; uniform vec3 sun; uniform float bias;
layout(location = 0) out vec4 colour; layout(location = 1) out float id;
void main() {
  vec3 n = normalize(facing); if (!gl_FrontFacing) n = -n;
  float open = 0.0;
  for (int j = -1; j < 3; j++) for (int i = -1; i < 3; i++) {
    float high = -50.0 * (texelFetch(map, ivec2(place.xy) + ivec2(i, j), 0).r * 2.0 - 1.0);
    open += high <= place.z + bias ? 1.0 / 16.0 : 0.0;
  }
  float light = max(dot(n, sun), 0.0) * open * 0.8 + (0.5 + 0.5 * n.z) * 0.36 + (0.5 - 0.5 * n.z) * 0.2;
  colour = vec4(paint * light, 1.0); id = number + 1.0;
}"""
NOTHING = "#version 330\nvoid main() {}"
KINDS = "3f 3f 3f 3f 1f"


class Peer:
    """A context with its two programs and buffers for one size of image."""

    def __init__(self, camera: Camera) -> None:
        import moderngl

        self.context = moderngl.create_context(standalone=True, backend="egl")
        self.name = self.context.info["GL_RENDERER"]
        self.context.enable(moderngl.DEPTH_TEST)
        self.size = (camera.size[0] * 2, camera.size[1] * 2)
        self.shade = self.context.program(vertex_shader=VERTEX, fragment_shader=SHADE)
        self.deep = self.context.program(vertex_shader=VERTEX, fragment_shader=NOTHING)
        self.map = self.context.depth_texture((MAP, MAP))
        self.map.compare_func = ""
        self.above = self.context.framebuffer(depth_attachment=self.map)
        colours = [self.context.texture(self.size, 4), self.context.texture(self.size, 1, dtype="f4")]
        self.frame = self.context.framebuffer(colours, self.context.depth_renderbuffer(self.size))

    def __call__(self, placed: Sequence[Placed], camera: Camera, sun: Sun) -> tuple[Any, Any]:
        """The image (not encoded) and the ids of its samples."""
        stands = [_prepare.world(item) for item in placed]
        frame = _prepare.light_frame(stands, sun)
        faces = _prepare.faces(placed, stands, camera, frame)
        table = np.concatenate(
            [
                faces.seen[faces.corners],
                faces.lit[faces.corners],
                faces.normals,
                np.repeat(faces.colours[:, None], 3, axis=1),
                np.repeat(faces.thing[:, None, None], 3, axis=1),
            ],
            axis=2,
        )
        buffer = self.context.buffer(table.astype("f4").tobytes())
        names = ("seen", "lit", "normal", "colour", "thing")
        for program, target in ((self.deep, self.above), (self.shade, self.frame)):
            self._tell(program, sun, max(0.015, 3 * frame.cell), from_sun=program is self.deep)
            used = [
                (KINDS.split()[k] if n in program else f"{4 * int(KINDS.split()[k][0])}x", n)
                for k, n in enumerate(names)
            ]
            layout = " ".join(kind for kind, _ in used)
            array = self.context.vertex_array(program, [(buffer, layout, *(n for _, n in used if n in program))])
            target.use()
            target.clear()
            self.map.use(0)
            array.render()
            array.release()
        buffer.release()
        image = np.frombuffer(self.frame.read(components=3), np.uint8).reshape(self.size[1], self.size[0], 3)
        ids = np.frombuffer(self.frame.read(components=1, attachment=1, dtype="f4"), np.float32)
        height, width = self.size[1] // 2, self.size[0] // 2
        return image.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))[::-1], ids.reshape(self.size[::-1])[::-1]

    def _tell(self, program: Any, sun: Sun, bias: float, *, from_sun: bool) -> None:
        told = {"far": 60.0, "size": self.size, "from_sun": from_sun, "sun": tuple(sun.direction), "bias": bias}
        for name, value in told.items():
            if name in program:
                program[name].value = value
