import { PRODUCT_NAME, SHARE_PICTURE } from '#contract/product.ts'
import { mark } from '#drawings/mark.ts'
import { colours, mix } from '#drawings/palette.ts'
import { group, line, rect, shape, svg } from '#drawings/shapes.ts'
import { fitText, letters, widthOf } from './lettering.ts'
import type { ShareCard } from './share-card.ts'

const { width, height } = SHARE_PICTURE
const LEFT = 64
/** The slanted right edge of the text side, at the top and at the bottom. */
const EDGE_TOP = 792
const EDGE_BOTTOM = 676
/** The photo's area: it begins at the lower end of the edge. */
export const PHOTO = { left: EDGE_BOTTOM, width: width - EDGE_BOTTOM, height }

const SOFT = mix(colours.ink, colours.paper, 0.32)
const TEXT_WIDTH = 590
/** Three lines are smaller than two, so that the space around them is the same. */
const TITLE_SIZES = [
  { size: 76, lines: 2 },
  { size: 66, lines: 2 },
  { size: 60, lines: 3 },
  { size: 50, lines: 3 },
]
/** The height of the first baseline, and the distance of lines, as parts of the font size. */
const CAP = 0.74
const LEADING = 1.08

/** The SVG of a share picture without its photo, which is visible through the right side. rule: sharing */
export function drawCard(card: ShareCard): string {
  return svg(
    width,
    height,
    shape(`M0 0H${EDGE_TOP}L${EDGE_BOTTOM} ${height}H0Z`, colours.paper),
    shape(`M${EDGE_TOP} 0h16L${EDGE_BOTTOM + 16} ${height}h-16Z`, colours.citrus),
    brand(),
    facts(card),
    price(card),
  )
}

function brand(): string {
  return (
    group(`translate(${LEFT} 56) scale(1.5)`, mark()) +
    letters(PRODUCT_NAME, 'display', { x: LEFT + 62, y: 93, size: 38, fill: colours.bottle })
  )
}

/** Title, subject, rating and badge, centred between the brand and the price. */
function facts(card: ShareCard): string {
  const { size, lines } = fitText(card.title, 'display', {
    width: TEXT_WIDTH,
    sizes: TITLE_SIZES,
  })
  const about = fitText(card.about, 'text', { width: TEXT_WIDTH, sizes: [{ size: 30, lines: 1 }] })
  const titleHeight = size * (CAP + LEADING * (lines.length - 1))
  const rows = [
    ...about.lines.map((text) => aboutRow(text)),
    ...(card.rating ? [ratingRow(card.rating)] : []),
    ...(card.badge ? [badgeRow(card.badge)] : []),
  ]
  const textHeight = titleHeight + 18 + rows.length * 50
  let top = 138 + (488 - 138 - textHeight) / 2
  const title = lines.map((text, index) =>
    letters(text, 'display', {
      x: LEFT - 3,
      y: top + size * (CAP + LEADING * index),
      size,
      fill: colours.ink,
    }),
  )
  top += titleHeight + 18
  return title.join('') + rows.map((draw, index) => draw(top + 36 + index * 50)).join('')
}

type DrawRow = (baseline: number) => string

function aboutRow(text: string): DrawRow {
  return (y) => letters(text, 'text', { x: LEFT, y, size: 30, fill: SOFT })
}

function ratingRow(rating: NonNullable<ShareCard['rating']>): DrawRow {
  if (typeof rating === 'string') return aboutRow(rating)
  const { average, count } = rating
  const star =
    'M0 -16L4.7 -5.4L16.2 -4.3L7.5 3.3L10.1 14.6L0 8.6L-10.1 14.6L-7.5 3.3L-16.2 -4.3L-4.7 -5.4Z'
  return (y) =>
    group(`translate(${LEFT + 16} ${y - 10})`, shape(star, colours.citrus)) +
    letters(average, 'strong', { x: LEFT + 42, y, size: 32, fill: colours.ink }) +
    letters(count, 'text', {
      x: LEFT + 54 + widthOf(average, 'strong', 32),
      y,
      size: 30,
      fill: SOFT,
    })
}

function badgeRow(text: string): DrawRow {
  return (y) =>
    group(
      `translate(${LEFT} ${y - 26})`,
      rect(0, 0, 32, 32, colours.mint, 16),
      line('M9 16.5l5 5l9.5 -10.5', colours.bottle, 4),
    ) + letters(text, 'strong', { x: LEFT + 42, y, size: 28, fill: colours.bottle })
}

function price({ from, price: amount, unit }: ShareCard): string {
  const y = 566
  const before = from ? `${from} ` : ''
  const atAmount = LEFT + widthOf(before, 'text', 30)
  return (
    rect(LEFT, 496, 96, 4, colours.mintDeep, 2) +
    letters(before, 'text', { x: LEFT, y, size: 30, fill: SOFT }) +
    letters(amount, 'display', { x: atAmount, y, size: 56, fill: colours.bottle }) +
    letters(unit, 'text', {
      x: atAmount + widthOf(amount, 'display', 56) + 14,
      y,
      size: 30,
      fill: SOFT,
    })
  )
}
