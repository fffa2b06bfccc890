// rule: graceful-shutdown
import { expect, test, vi } from 'vitest'
import { restartedServices } from './restarted-services.ts'

/** Services whose starts are counted, and fail or wait as the test says. */
function watched() {
  const seen: string[] = []
  const state = { fails: false, starting: Promise.resolve() }
  const services = restartedServices(async (closers) => {
    seen.push('start')
    closers.push(async () => void seen.push('stop'))
    await state.starting
    if (state.fails) throw new Error('A mistake in the file')
  })
  return { seen, state, services }
}

test('a restart stops what runs before it starts again, also after a start that failed', async () => {
  const { seen, state, services } = watched()
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  state.fails = true
  await services.restart()
  expect(errors.mock.lastCall?.[0]).toContain('A mistake in the file')
  errors.mockRestore()
  state.fails = false
  await services.restart()
  await services.stop()
  expect(seen).toEqual(['start', 'stop', 'start', 'stop'])
})

test('changes during a start lead to one more, for which callers wait', async () => {
  const { seen, state, services } = watched()
  const start = Promise.withResolvers<void>()
  state.starting = start.promise
  void services.restart()
  await expect.poll(() => seen).toEqual(['start'])
  void services.restart()
  void services.restart()
  const ready = services.ready()
  start.resolve()
  await ready
  expect(seen).toEqual(['start', 'stop', 'start'])
})
