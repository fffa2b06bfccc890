import { pane, scene, tones } from './empty.ts'
import { circle, line, rect, shape } from './shapes.ts'

const { frame, soft, glass, clay, citrus, white } = tones

/** Drawings for the other empty screens. They are a file of their own because first views do not load them. */
export const emptySignedIn = {
  noBookings: scene(
    rect(88, 58, 144, 144, '#F4EFE2', 16),
    shape('M88 74a16 16 0 0 1 16-16h112a16 16 0 0 1 16 16v24H88Z', frame),
    line('M122 46v24M198 46v24', soft, 10),
    ...[0, 1, 2].flatMap((row) =>
      [0, 1, 2, 3].map((column) =>
        rect(
          104 + column * 30,
          112 + row * 28,
          22,
          20,
          row === 1 && column === 2 ? citrus : '#CFE3D9',
          5,
        ),
      ),
    ),
  ),
  noPayments: scene(
    shape('M108 50h104v154l-13-9-13 9-13-9-13 9-13-9-13 9-13-9-13 9Z', '#F4EFE2'),
    shape('M108 50h104v26H108Z', frame),
    line('M128 100h64M128 122h64M128 144h36', '#CFE3D9', 9),
    circle(214, 160, 31, clay),
    circle(210, 156, 31, citrus),
    `<circle cx="210" cy="156" r="20" fill="none" stroke="${white}" stroke-width="6" opacity="0.8"/>`,
  ),
  noMessages: scene(
    shape(
      'M70 66h118a18 18 0 0 1 18 18v50a18 18 0 0 1-18 18h-84l-28 26v-26h-6a18 18 0 0 1-18-18V84a18 18 0 0 1 18-18Z',
      frame,
    ),
    line('M82 98h94M82 120h58', glass, 8),
    shape(
      'M164 116h86a16 16 0 0 1 16 16v40a16 16 0 0 1-16 16h-2v22l-26-22h-58a16 16 0 0 1-16-16v-40a16 16 0 0 1 16-16Z',
      '#F4EFE2',
    ),
    [180, 207, 234].map((x) => circle(x, 152, 7, citrus)).join(''),
  ),
  offline: scene(
    shape('M100 150a38 38 0 0 1 4-76a52 52 0 0 1 98-8a42 42 0 0 1 18 84Z', glass),
    shape('M100 150a38 38 0 0 1 -34 -54Q84 132 130 134T246 124A42 42 0 0 1 220 150Z', soft, 0.6),
    line('M60 196H120', frame, 9),
    rect(118, 180, 34, 32, frame, 8),
    line('M152 188h14M152 204h14', frame, 7),
    line('M260 196H206', clay, 9),
    shape('M206 178h-12a18 18 0 0 0 0 36h12Z', clay),
  ),
  success: scene(
    pane(98, 56, 124),
    shape(
      'M78 206C70 176 82 156 98 146C106 172 100 194 78 206ZM78 206C52 200 42 182 42 164C64 166 78 182 78 206Z',
      frame,
    ),
    line('M240 66l16-14M248 92h22M230 46l4-22', citrus, 8),
  ),
  waiting: scene(
    `<circle cx="144" cy="120" r="70" fill="#F4EFE2" stroke="${frame}" stroke-width="11"/>`,
    line('M144 66v8M144 166v8M90 120h8M190 120h8', soft, 7),
    line('M144 120V84', frame, 9),
    line('M144 120L172 134', citrus, 9),
    circle(144, 120, 8, frame),
    line('M244 172h10a13 13 0 0 1 0 26h-10', clay, 7),
    shape('M190 160H246V194a16 16 0 0 1-16 16H206a16 16 0 0 1-16-16Z', clay),
    line('M206 146q-8 -10 0 -20M228 146q-8 -10 0 -20', soft, 5),
  ),
} as const satisfies Record<string, string>
