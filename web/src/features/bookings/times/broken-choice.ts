import type { Slots } from './slots.api.ts'

type Time = { date: string; time: string }

/**
 * The chosen time is not free any more: `nearest` is the free time that is next to it, the earlier one of two.
 * Undefined while it is free, or as long as its day is not known. rule: slot-picker
 */
export function brokenChoice(
  { days, next_slot }: Pick<Slots, 'days' | 'next_slot'>,
  chosen: Time,
): { nearest: Time | undefined } | undefined {
  const day = chosen.time === '' ? undefined : days.find(({ date }) => date === chosen.date)
  if (!day || day.slots.some(({ time }) => time === chosen.time)) return undefined
  const distance = ({ date, time }: Time) =>
    Math.abs(wall(date, time) - wall(chosen.date, chosen.time))
  const free = days.flatMap(({ date, slots }) => slots.map(({ time }) => ({ date, time })))
  // Another time of the day that was wanted is nearer than any other day.
  const ofDay = free.filter(({ date }) => date === chosen.date)
  const [nearest] = (ofDay.length > 0 ? ofDay : free).toSorted((a, b) => distance(a) - distance(b))
  return {
    nearest: nearest ?? (next_slot ? { date: next_slot.date, time: next_slot.time } : undefined),
  }
}

const wall = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)
