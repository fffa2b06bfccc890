// rule: safety-timer, safety-alarm, safety-contact
import { expect, test } from 'vitest'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { checkByChoices } from './check-by-choices.ts'
import { isLinkOver } from './link.api.ts'

const VISIT = { starts_at: '2026-12-01T15:00:00.000Z', ends_at: '2026-12-01T17:00:00.000Z' }
const at = (time: string) => new Date(`2026-12-01T${time}:00.000Z`)
const choicesAt = (time: string, chosen?: Date) => {
  const { choices, usual } = checkByChoices(VISIT, at(time), chosen?.toISOString())
  return { times: choices.map((choice) => choice.slice(11, 16)), usual: usual?.slice(11, 16) }
}

test('near the visit and during it a professional can check in within the hour, else from the start on', () => {
  expect(choicesAt('11:00')).toMatchObject({ usual: '17:30' })
  expect(choicesAt('11:00').times.slice(0, 2)).toEqual(['15:00', '15:30'])
  expect(choicesAt('14:02').times.slice(0, 4)).toEqual(['14:20', '14:35', '15:00', '15:05'])
  expect(choicesAt('16:02').times.slice(0, 5)).toEqual([
    '16:20',
    '16:30',
    '16:35',
    '17:00',
    '17:05',
  ])
  expect(choicesAt('16:02')).toMatchObject({ usual: '17:30' })
})

test('a time that was chosen stays while it is allowed, and none is past the last one', () => {
  expect(choicesAt('16:07', at('16:35')).times).toContain('16:35')
  expect(choicesAt('16:25', at('16:35')).times).not.toContain('16:35')
  const { choices } = checkByChoices(VISIT, new Date('2026-12-02T04:20:00.000Z'))
  expect(choices.map((choice) => choice.slice(11, 16))).toEqual(['04:40', '04:50', '05:00'])
})

test('where no half hour is left, the first of the nearer times is chosen', () => {
  const visit = { ...VISIT, ends_at: at('17:10').toISOString() }
  const last = '2026-12-02T05:10:00.000Z'
  const before = new Date('2026-12-02T04:50:00.000Z')
  expect(checkByChoices(visit, before)).toEqual({ choices: [last], usual: last })
})

test('only an unknown link has ended; any other failure can be tried again', () => {
  const refusal = (status: number, code: 'not_found' | 'too_many_requests' | 'unexpected') =>
    new Refusal(status, { code, detail: code })
  expect(isLinkOver(refusal(404, 'not_found'))).toBe(true)
  const others = [
    refusal(429, 'too_many_requests'),
    refusal(500, 'unexpected'),
    new ConnectionLost('No answer'),
    new ForeignAnswer(502),
  ]
  expect(others.filter(isLinkOver)).toEqual([])
})
