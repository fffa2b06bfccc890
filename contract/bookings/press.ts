import { z } from 'zod'
import { code } from '../values.ts'

const AtClock = z.iso.datetime({ offset: true, error: code('invalid_input') })

/**
 * When a button was pressed and when the press was sent, both by the clock of the phone; without them: now. The press
 * is as old as the phone says, so a wrong clock does no harm. rule: visit-stages
 */
export const PRESS = { pressed_at: AtClock.optional(), sent_at: AtClock.optional() }
