// rule: dashboard
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

test('a 404 says that the account was not found, whatever its code or detail', () => {
  const known = new Refusal(404, { code: 'account_not_found', detail: 'Gone.' })
  const other = new Refusal(404, { code: 'not_found', detail: 'There is nothing at this address.' })
  const foreign = new ForeignAnswer(404, { detail: 'No route.' })
  for (const error of [known, other, foreign, new ForeignAnswer(404)])
    expect(dashboardFailure(error)).toEqual({ kind: 'not_found' })
})

test('an answer without a known code shows its own detail', () => {
  const foreign = new ForeignAnswer(500, { detail: 'We are moving to new machines.' })
  expect(dashboardFailure(foreign)).toEqual({ kind: 'refused', error: foreign })
})

test('a successful answer that cannot be read is unexpected', () => {
  expect(dashboardFailure(new ForeignAnswer(200))).toEqual({ kind: 'unexpected' })
})
