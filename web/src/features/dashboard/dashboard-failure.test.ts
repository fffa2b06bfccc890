import { expect, test } from 'vitest'
import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'
import { dashboardFailure } from './dashboard-failure.ts'

test('P 8: anything that is neither an answer nor the network is an unexpected error', () => {
  expect(dashboardFailure(new TypeError('x is undefined'))).toEqual({ kind: 'unexpected' })
})

test('a failure on the way is the network’s, one of a proxy or of the server is the server’s, and a refusal speaks for itself', () => {
  expect(dashboardFailure(new ConnectionLost())).toEqual({ kind: 'connection' })
  expect(dashboardFailure(new ForeignAnswer())).toEqual({ kind: 'server' })
  const broken = new Refusal(500, { code: 'unexpected', detail: 'Something went wrong.' })
  expect(dashboardFailure(broken)).toEqual({ kind: 'server' })
  const busy = new Refusal(503, { code: 'overloaded', detail: 'We are very busy.' })
  expect(dashboardFailure(busy)).toEqual({ kind: 'told', refusal: busy })
})
