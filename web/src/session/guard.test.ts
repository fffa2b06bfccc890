import { describe, expect, test } from 'vitest'
import type { User } from '#contract/identity.ts'
import type { Role } from '#contract/product.ts'
import { detour } from './guard.ts'
import { safeNext, withNext } from './next-path.ts'
import type { Guard, ViewEntry } from '#web/router/views.ts'
import { placeOf } from '#web/router/views.ts'

const view = (guard: Guard, name = 'somewhere') => ({ guard, name }) as ViewEntry
const user = (role: Role) => ({ role }) as User

describe('who may see which screen', () => {
  test('a visitor logs in first, and comes back', () => {
    expect(detour(view('client'), '/bookings?all=1', null)).toBe(
      '/login?next=%2Fbookings%3Fall%3D1',
    )
  })

  test('somebody of the other role goes to their own first screen', () => {
    expect(detour(view('client'), '/bookings', user('professional'))).toBe('/dashboard')
    expect(detour(view('professional'), '/dashboard', user('client'))).toBe('/marketplace')
    expect(detour(view('client'), '/bookings', user('client'))).toBeUndefined()
  })

  test('those signed in do not log in again', () => {
    expect(detour(view('visitor'), '/login', user('client'))).toBe('/marketplace')
    expect(detour(view('visitor'), '/login?next=/bookings', user('client'))).toBe('/bookings')
    expect(detour(view('visitor'), '/login', null)).toBeUndefined()
  })

  test('a sign-up link to the site’s root leads to registration', () => {
    expect(detour(view('visitor', 'home'), '/?next=/professional/ana', null)).toBe(
      '/register?next=%2Fprofessional%2Fana',
    )
    expect(detour(view('visitor', 'home'), '/', null)).toBeUndefined()
  })
})

describe('where to land afterwards', () => {
  test('only addresses of our own are followed', () => {
    expect(safeNext('/search?zip_code=78701')).toBe('/search?zip_code=78701')
    for (const foreign of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
      null,
    ]) {
      expect(safeNext(foreign)).toBeUndefined()
    }
    expect(withNext('/login', '//evil.example')).toBe('/login')
  })

  test('an address in any letters fits into a redirect', () => {
    expect(safeNext('/search?zip_code=\u2028')).toBe('/search?zip_code=%E2%80%A8')
    expect(safeNext('/professional/anaïs\r\nX: y')).toBe('/professional/ana%C3%AFsX:%20y')
  })
})

describe('addresses', () => {
  test('name their screen, and their parts are decoded', () => {
    expect(placeOf('/reset-password/a%2Fb')).toMatchObject({
      entry: { name: 'reset-password' },
      params: { token: 'a/b' },
    })
    expect(placeOf('/login/').entry.name).toBe('login')
  })

  test('that nobody knows, or that are malformed, are not found', () => {
    expect(placeOf('/nowhere').entry.name).toBe('not-found')
    expect(placeOf('/reset-password/%E0%A4%A').entry.name).toBe('not-found')
    expect(placeOf('/reset-password/').entry.name).toBe('not-found')
  })
})
