// rule: display-name
import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test('the display name ends with Cleaning, which is not added a second time', () => {
  expect(displayName('Grace Walker')).toBe('Grace Walker Cleaning')
  expect(displayName('Grace Walker Cleaning')).toBe('Grace Walker Cleaning')
  expect(displayName('Cleaning Angels')).toBe('Cleaning Angels Cleaning')
  expect(displayName('Ana Souza')).toBe('Ana Souza Cleaning')
  expect(displayName('Ana Souza Cleaning')).toBe('Ana Souza Cleaning')
})

test('without a name the display name is Professional Cleaning', () => {
  for (const empty of ['', ' ', '  ', null, undefined])
    expect(displayName(empty)).toBe('Professional Cleaning')
})

test('a deleted account is shown as Deleted user only', () => {
  expect(displayName('Deleted user')).toBe('Deleted user')
})
