/** An invariant, what is damaged, and the statements that damage it. */
export type Damage = [invariant: string, damage: string, statements: string[]]

/** The id of the instant booking that the test of the invariants has made. */
export const INSTANT = `(select id from bookings where instant)`
