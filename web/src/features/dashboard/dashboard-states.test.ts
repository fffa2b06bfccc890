// rule: dashboard-errors
import { expect, test } from 'vitest'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { dashboardFailure } from './dashboard-states.tsx'

test('an error that is neither an answer nor the network is unexpected', () => {
  expect(dashboardFailure(new TypeError('x is undefined'))).toEqual({ kind: 'unexpected' })
})

test('a lost connection, a server error and a refusal are distinguished', () => {
  expect(dashboardFailure(new ConnectionLost())).toEqual({ kind: 'connection' })
  expect(dashboardFailure(new ForeignAnswer(502))).toEqual({ kind: 'server' })
  const broken = new Refusal(500, { code: 'unexpected', detail: 'Something went wrong.' })
  expect(dashboardFailure(broken)).toEqual({ kind: 'server' })
  const busy = new Refusal(503, { code: 'overloaded', detail: 'We are very busy.' })
  expect(dashboardFailure(busy)).toEqual({ kind: 'refused', error: busy })
})

test('an answer without a known code shows its own detail', () => {
  const foreign = new ForeignAnswer(500, { detail: 'We are moving to new machines.' })
  expect(dashboardFailure(foreign)).toEqual({ kind: 'refused', error: foreign })
})

test('a successful answer that cannot be read is unexpected', () => {
  expect(dashboardFailure(new ForeignAnswer(200))).toEqual({ kind: 'unexpected' })
})
