// rule: edit-conflict, profile-form-screen, ssn-secrecy
import { expect, test } from 'vitest'
import { mergeSaved } from './merge-saved.ts'
import { initialValues, saveForm, withoutSsn } from './form-values.ts'

const base = { ...initialValues(null), full_name: 'Ana', hourly_rate: '40', bio: 'Careful.' }

test('changes of the other device are taken over, changes made here stay, and both are listed', () => {
  const here = { ...base, hourly_rate: '50' }
  const saved = { ...base, hourly_rate: '60', bio: 'Written there.', service_areas: ['02118'] }
  expect(mergeSaved(base, here, saved)).toEqual({
    merged: { ...saved, hourly_rate: '50' },
    changed: [
      { field: 'bio', saved: 'Written there.', alsoHere: false },
      { field: 'hourly_rate', saved: '60', alsoHere: true },
      { field: 'service_areas', saved: '02118', alsoHere: false },
    ],
  })
})

test('the same change on both devices is no conflict', () => {
  const same = { ...base, hourly_rate: '60' }
  const { merged, changed } = mergeSaved(base, same, same)
  expect(merged).toEqual(same)
  expect(changed).toEqual([{ field: 'hourly_rate', saved: '60', alsoHere: false }])
})

test('the number is sent as digits, only if it was given, and is never stored in the browser', () => {
  const sent = (ssn: string) =>
    saveForm('ana', { ...base, ssn }, { version: 1, photo: undefined }).get('ssn')
  expect(sent('219-09-9999')).toBe('219099999')
  expect(sent('')).toBeNull()
  expect(withoutSsn({ ...base, ssn: '219-09-9999' })).toEqual(base)
})
