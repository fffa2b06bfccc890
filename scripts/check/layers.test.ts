// rule: none, the import check keeps the layers of the repository in order
import { describe, expect, test } from 'vitest'
import { importFaults } from './layers.ts'

const booking = 'server/src/features/bookings/booking.ts'

function faults(files: Record<string, string>): string[] {
  return importFaults(new Map(Object.entries(files)))
}

describe('the order of the layers', () => {
  test.each([
    ['an earlier feature in a later one', booking, '../identity/guards.ts'],
    ['infrastructure in a feature', booking, '#server/db/db.ts'],
    ['the contract in the server', booking, '#contract/bookings.ts'],
    ['the contract’s plain values in the web', 'web/src/ui/a.tsx', '#contract/product.ts'],
    ['a package anywhere', booking, 'kysely'],
  ])('allows %s', (_, file, specifier) => {
    expect(faults({ [file]: `import { x } from '${specifier}'` })).toEqual([])
  })

  test.each([
    [
      'a later feature in an earlier one',
      'server/src/features/identity/a.ts',
      '../bookings/booking.ts',
    ],
    ['a feature in infrastructure', 'server/src/db/db.ts', '#server/features/identity/a.ts'],
    ['notifications in a feature', booking, '../notifications/deliver.ts'],
    ['another feature’s queries', booking, '../identity/identity.queries.ts'],
    ['another feature’s routes', booking, '../identity/identity.routes.ts'],
    ['the web in the server', booking, '#web/ui/a.tsx'],
    ['the server in the web', 'web/src/ui/a.tsx', '#server/db/db.ts'],
    ['a view in a web feature', 'web/src/features/search/a.tsx', '#web/views/home.tsx'],
    [
      'a later web feature in an earlier one',
      'web/src/features/bookings/a.ts',
      '#web/features/messaging/a.ts',
    ],
    ['the session in the user interface', 'web/src/ui/a.tsx', '#web/session/session.ts'],
    ['the server in the contract', 'contract/a.ts', '#server/db/db.ts'],
    ['a test', booking, './booking.test.ts'],
  ])('refuses %s', (_, file, specifier) => {
    expect(faults({ [file]: `import {\n  x,\n} from '${specifier}'` })).toHaveLength(1)
  })

  test('the web must not load zod, also not through another file of the contract', () => {
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

  test('a folder without a layer is reported', () => {
    expect(faults({ 'server/attic/a.ts': `import 'kysely'` })[0]).toContain('belongs to no layer')
  })
})
