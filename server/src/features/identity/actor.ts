import type { Role } from '#contract/product.ts'

/** A person who is signed in and calls a command. `role` decides on which side of a booking they are. */
export type Actor = { id: string; role: Role }
