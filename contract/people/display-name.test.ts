// rule: profile-content
import { expect, test } from 'vitest'
import { displayName, firstNameOf } from './display-name.ts'

test('the display name ends with Cleaning, which is not added a second time', () => {
  expect(displayName('Grace Walker')).toBe('Grace Walker Cleaning')
  expect(displayName('Grace Walker Cleaning')).toBe('Grace Walker Cleaning')
  expect(displayName('Cleaning Angels')).toBe('Cleaning Angels Cleaning')
  expect(displayName('Ana Souza')).toBe('Ana Souza Cleaning')
  expect(displayName('Ana Souza Cleaning')).toBe('Ana Souza Cleaning')
})

test('a name that says Cleaning in its own way gets it no second time', () => {
  for (const own of [
    'MARIA CLEANING',
    'Maria cleaning',
    'Maria’s Cleaning Service',
    "Maria's cleaning services",
    'Maria Cleaning LLC',
    'Maria Cleaning Co.',
    'MARIA CLEANING SERVICES LLC',
    'Maria’s Cleaning Service, Inc.',
  ])
    expect(displayName(own)).toBe(own)
  for (const other of ['Maria Dry-Cleaning', 'Cleaning', 'Maria Cleaning Service and More'])
    expect(displayName(other)).toBe(`${other} Cleaning`)
})

test('without a name the display name is Professional Cleaning', () => {
  for (const empty of ['', ' ', '  ', null, undefined])
    expect(displayName(empty)).toBe('Professional Cleaning')
})

test('a deleted account is shown as Deleted user only', () => {
  expect(displayName('Deleted user')).toBe('Deleted user')
})

test('sentences use the first name; the name of a company and of a deleted account stays whole', () => {
  for (const name of ['Grace Walker', 'Grace Walker Cleaning', ' Grace ', 'Grace Cleaning'])
    expect(firstNameOf(name)).toBe('Grace')
  for (const whole of [
    'The Clean Team',
    'Maria’s Cleaning Service',
    'MARIA CLEANING',
    'Deleted user',
  ])
    expect(firstNameOf(whole)).toBe(whole)
  expect(firstNameOf('Maria’s Cleaning Service Cleaning')).toBe('Maria’s Cleaning Service Cleaning')
})
