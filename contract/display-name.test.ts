import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test('C 3: the display name is full_name without a trailing Cleaning, then Cleaning', () => {
  expect(displayName('Grace Walker')).toBe('Grace Walker Cleaning')
  expect(displayName('Grace Walker Cleaning')).toBe('Grace Walker Cleaning')
  expect(displayName('Cleaning Angels')).toBe('Cleaning Angels Cleaning')
})

test('C 3: without a name it is Professional Cleaning', () => {
  for (const nothing of ['', '  ', null, undefined])
    expect(displayName(nothing)).toBe('Professional Cleaning')
})

test('P 3: the display name is full_name without a trailing Cleaning, then Cleaning', () => {
  expect(displayName('Ana Souza')).toBe('Ana Souza Cleaning')
  expect(displayName('Ana Souza Cleaning')).toBe('Ana Souza Cleaning')
})

test('P 3: the display name falls back to Professional Cleaning', () => {
  for (const nothing of ['', ' ', null, undefined])
    expect(displayName(nothing)).toBe('Professional Cleaning')
})

test('somebody who deleted her account is called just that', () => {
  expect(displayName('Deleted user')).toBe('Deleted user')
})
