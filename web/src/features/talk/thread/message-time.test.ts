// rule: message-screen
import { expect, test } from 'vitest'
import { messageTime } from './message-time.tsx'

const NOW = new Date('2026-12-02T15:00:00Z')
const told = (instant: string, language: 'en' | 'pt' = 'en') =>
  messageTime(instant, NOW, language, 'America/Chicago')

test('a message under 24 h old shows the clock’s time, with the day if it was yesterday; otherwise a date', () => {
  expect(told('2026-12-02T14:59:00Z')).toBe('8:59 AM')
  expect(told('2026-12-02T06:00:00Z')).toBe('12:00 AM')
  expect(told('2026-12-02T05:59:00Z')).toBe('Tue 11:59 PM')
  expect(told('2026-12-01T15:00:01Z')).toBe('Tue 9:00 AM')
  expect(told('2026-12-01T15:00:00Z')).toBe('Dec 1')
  expect(told('2025-12-01T15:00:00Z')).toBe('Dec 1, 2025')
})

test('a device whose clock runs late still shows a time', () => {
  expect(told('2026-12-02T15:00:30Z')).toBe('9:00 AM')
})

test('each language writes them its own way', () => {
  expect(told('2026-12-02T14:59:00Z', 'pt')).toBe('8:59')
  expect(told('2026-09-11T15:00:00Z', 'pt')).toBe('11 de set.')
})
