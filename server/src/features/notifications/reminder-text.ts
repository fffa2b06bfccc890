import { bookingButton, bookingFacts } from './booking-text.ts'
import type { Composer } from './composer.ts'
import { REMINDER_WORDS } from './reminder-words.ts'

/** A visit that is near. */
export const reminderText: Composer = ({ kind, booking, other_name }, reader) => {
  if (!booking) return undefined
  const when = kind === 'reminder.day' ? 'day' : 'hours'
  return {
    ...REMINDER_WORDS[reader.language][when][reader.role](other_name ?? ''),
    facts: bookingFacts(booking, reader),
    button: bookingButton(booking, reader),
  }
}
