import { describe, expect, test } from 'vitest'
import { faultsOf } from './rooms.ts'

const booking = 'server/src/features/bookings/booking.ts'

function faults(files: Record<string, string>): string[] {
  return faultsOf(new Map(Object.entries(files)))
}

describe('the server’s one ordered rule', () => {
  test.each([
    ['a lower feature by a higher one', booking, '../identity/guards.ts'],
    ['the floor by a feature', booking, '#server/db/db.ts'],
    ['the contract by the server', booking, '#contract/bookings.ts'],
    ['the contract’s plain values by the web', 'web/src/ui/a.tsx', '#contract/product.ts'],
    ['a package by anybody', booking, 'kysely'],
  ])('allows %s', (_, file, specifier) => {
    expect(faults({ [file]: `import { x } from '${specifier}'` })).toEqual([])
  })

  test.each([
    [
      'a higher feature by a lower one',
      'server/src/features/identity/a.ts',
      '../bookings/booking.ts',
    ],
    ['a feature by the floor', 'server/src/db/db.ts', '#server/features/identity/a.ts'],
    ['notifications by a feature', booking, '../notifications/deliver.ts'],
    ['another feature’s queries', booking, '../identity/identity.queries.ts'],
    ['another feature’s routes', booking, '../identity/identity.routes.ts'],
    ['the web by the server', booking, '#web/ui/a.tsx'],
    ['the server by the web', 'web/src/ui/a.tsx', '#server/db/db.ts'],
    ['a view by a feature', 'web/src/features/search/a.tsx', '../../views/home.tsx'],
    ['anything by the contract', 'contract/a.ts', '#server/db/db.ts'],
    ['a test', booking, './booking.test.ts'],
  ])('refuses %s', (_, file, specifier) => {
    expect(faults({ [file]: `import {\n  x,\n} from '${specifier}'` })).toHaveLength(1)
  })

  test('keeps zod out of the web’s first view, also through another file', () => {
    const contract = {
      'contract/bookings.ts': `import { Zip } from './values.ts'`,
      'contract/values.ts': `import { z } from 'zod'`,
    }
    const page = 'web/src/ui/a.tsx'
    const specifier = `'#contract/bookings.ts'`
    expect(faults({ ...contract, [page]: `import { B } from ${specifier}` })).toHaveLength(1)
    expect(faults({ ...contract, [page]: `import type { B } from ${specifier}` })).toEqual([])
    expect(faults({ ...contract, [page]: `const b = import(${specifier})` })).toEqual([])
  })

  test('asks a place in the list for every new room', () => {
    expect(faults({ 'server/attic/a.ts': `import 'kysely'` })[0]).toContain('stands in no room')
  })
})
