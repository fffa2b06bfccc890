import 'uplot/dist/uPlot.min.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { intl, LOCALES } from '#contract/formats.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { movePoint } from './move-point.ts'

type Line = { name: string; values: readonly number[] }

const HEIGHT = 240
/** Between two days at the axis, in seconds. */
const DAY_STEPS = [1, 2, 4, 7, 14, 30, 60, 90, 120, 180].map((days) => days * 86_400)
/** Colour and dashes: colour alone does not tell lines apart. */
const LOOKS = [
  { colour: 'text-action', dash: [] },
  { colour: 'text-clay', dash: [6, 4] },
  { colour: 'text-amber', dash: [2, 3] },
] as const

type ChartProps = {
  title: string
  description: string
  /** Calendar days, oldest first. */
  days: readonly string[]
  lines: readonly Line[]
}

/**
 * Lines over days. The whole is one slider whose value is a day: arrow keys, Home and End lead from point to point, and
 * the values of the day stand below. rule: marketplace-health
 */
export function Chart({ title, description, days, lines }: ChartProps) {
  const format = useFormat()
  const dayText = useDayText()
  const frame = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const plot = useRef<UPlot>(undefined)
  const [chosen, setChosen] = useState(days.length - 1)
  const point = Math.min(chosen, days.length - 1)

  useEffect(() => {
    const parent = frame.current
    if (!parent) return
    const colours = [...(legend.current?.querySelectorAll('svg') ?? [])].map(
      (sample) => getComputedStyle(sample).color,
    )
    const drawn = new UPlot(
      optionsOf(parent, { lines, colours, dayText, onPoint: setChosen }),
      dataOf(days, lines),
      parent,
    )
    plot.current = drawn
    const resized = new ResizeObserver(() =>
      drawn.setSize({ width: parent.clientWidth, height: HEIGHT }),
    )
    resized.observe(parent)
    return () => {
      resized.disconnect()
      drawn.destroy()
    }
  }, [days, lines, dayText])

  const choose = (next: number) => {
    setChosen(next)
    const drawn = plot.current
    const x = drawn?.data[0][next]
    if (drawn && x !== undefined)
      drawn.setCursor({ left: drawn.valToPos(x, 'x'), top: HEIGHT / 2 }, false)
  }
  const valueOf = ({ name, values }: Line) => `${name}: ${format.number(values[point] ?? 0)}`
  const text = `${format.day(days[point] ?? '')}. ${lines.map(valueOf).join(', ')}`
  return (
    <figure className="card flex min-w-0 flex-col gap-3 p-4">
      <figcaption className="flex flex-col gap-1">
        <h3 className="text-lg">{title}</h3>
        <p className="text-sm text-soft">{description}</p>
      </figcaption>
      <ul ref={legend} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {lines.map(({ name }, index) => (
          <li key={name} className="flex items-center gap-2">
            <Sample index={index} />
            {name}
          </li>
        ))}
      </ul>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={point + 1}
        aria-valuetext={text}
        className="min-h-60 min-w-0 overflow-hidden rounded-md"
        onFocus={() => choose(point)}
        onKeyDown={(event) => {
          const next = movePoint(event.key, point, days.length)
          if (next === undefined) return
          event.preventDefault()
          choose(next)
        }}
      />
      <p className="tabular min-h-6 text-sm">{text}</p>
    </figure>
  )
}

function Sample({ index }: { index: number }) {
  const { colour, dash } = lookOf(index)
  return (
    <svg viewBox="0 0 28 4" className={`h-1 w-7 ${colour}`} aria-hidden="true">
      <path d="M0 2h28" stroke="currentColor" strokeWidth="3" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}

const lookOf = (index: number) => LOOKS[index % LOOKS.length]!

function dataOf(days: readonly string[], lines: readonly Line[]): UPlot.AlignedData {
  return [days.map((day) => Date.parse(day) / 1000), ...lines.map(({ values }) => [...values])]
}

/** A day at the axis, as short as the reader's language writes it: '11/26' or '26/11'. */
function useDayText(): (seconds: number) => string {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useCallback(
    (seconds) =>
      intl(Intl.DateTimeFormat, LOCALES[language], {
        day: 'numeric',
        month: 'numeric',
        timeZone: 'UTC',
      }).format(seconds * 1000),
    [language],
  )
}

type Drawn = {
  lines: readonly Line[]
  /** The computed CSS colour of each line. */
  colours: readonly string[]
  dayText: (seconds: number) => string
  onPoint: (index: number) => void
}

/** The canvas knows no tokens, so text and grid take computed colours too. */
function optionsOf(
  parent: HTMLElement,
  { lines, colours, dayText, onPoint }: Drawn,
): UPlot.Options {
  const ink = getComputedStyle(parent).color
  const font = `12px ${getComputedStyle(parent).fontFamily}`
  const axis = {
    stroke: ink,
    font,
    grid: { stroke: ink, width: 0.15 },
    ticks: { stroke: ink, width: 0.3 },
  }
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max, 1)] } },
    axes: [
      { ...axis, incrs: DAY_STEPS, values: (_plot, splits) => splits.map(dayText) },
      { ...axis, size: 56, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000] },
    ],
    series: [
      {},
      ...lines.map(({ name }, index) => ({
        label: name,
        stroke: colours[index] ?? ink,
        width: 2,
        dash: [...lookOf(index).dash],
        points: { show: false },
      })),
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx } }) => {
          if (typeof idx === 'number') onPoint(idx)
        },
      ],
    },
  }
}
