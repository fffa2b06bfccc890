// rule: view-guards
import { describe, expect, test } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import type { Role } from '#contract/product.ts'
import { redirectFor } from './guard.ts'
import type { Guard } from './guard.ts'
import { safeNext, withNext } from './next-path.ts'
import type { ViewEntry } from '#web/router/views.ts'
import { matchView } from '#web/router/views.ts'

const view = (guard: Guard, name = 'somewhere') => ({ guard, name }) as ViewEntry
const user = (role: Role) => ({ role }) as User

describe('the guard of a screen', () => {
  test('sends a visitor to the login page, which leads back', () => {
    expect(redirectFor(view('client'), '/bookings?all=1', null)).toBe(
      '/login?next=%2Fbookings%3Fall%3D1',
    )
  })

  test('sends a user of the other role to their own first screen', () => {
    expect(redirectFor(view('client'), '/bookings', user('professional'))).toBe('/dashboard')
    expect(redirectFor(view('professional'), '/dashboard', user('client'))).toBe('/marketplace')
    expect(redirectFor(view('client'), '/bookings', user('client'))).toBeUndefined()
  })

  // rule: suspension
  test('leaves a suspended user only the settings and visits', () => {
    const suspended = { role: 'client', suspended: true } as User
    expect(redirectFor(view('client', 'marketplace'), '/marketplace', suspended)).toBe('/settings')
    expect(redirectFor(view('user', 'messages'), '/messages', suspended)).toBe('/settings')
    expect(redirectFor(view('visitor', 'login'), '/login', suspended)).toBe('/settings')
    expect(redirectFor(view('user', 'settings'), '/settings', suspended)).toBeUndefined()
    expect(redirectFor(view('client', 'bookings'), '/bookings', suspended)).toBeUndefined()
  })

  test('sends a signed-in user on from the login page', () => {
    expect(redirectFor(view('visitor'), '/login', user('client'))).toBe('/marketplace')
    expect(redirectFor(view('visitor'), '/login?next=/bookings', user('client'))).toBe('/bookings')
    expect(redirectFor(view('visitor'), '/login', null)).toBeUndefined()
  })

  test('sends a sign-up link to the root of the site to registration', () => {
    expect(redirectFor(view('visitor', 'home'), '/?next=/professional/ana', null)).toBe(
      '/register?next=%2Fprofessional%2Fana',
    )
    expect(redirectFor(view('visitor', 'home'), '/', null)).toBeUndefined()
  })
})

describe('the address after login', () => {
  test('is used only if it is a path of our own', () => {
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

  test('is encoded, so that it fits into a redirect header', () => {
    expect(safeNext('/search?zip_code=\u2028')).toBe('/search?zip_code=%E2%80%A8')
    expect(safeNext('/professional/anaïs\r\nX: y')).toBe('/professional/ana%C3%AFsX:%20y')
  })
})

describe('an address', () => {
  test('leads to its screen, and its parameters are decoded', () => {
    expect(matchView('/reset-password/a%2Fb')).toMatchObject({
      entry: { name: 'reset-password' },
      params: { token: 'a/b' },
    })
    expect(matchView('/login/').entry.name).toBe('login')
  })

  // rule: failures
  test('that is unknown or malformed leads to the not-found screen', () => {
    expect(matchView('/nowhere').entry.name).toBe('not-found')
    expect(matchView('/reset-password/%E0%A4%A').entry.name).toBe('not-found')
    expect(matchView('/professional/').entry.name).toBe('not-found')
  })
})
