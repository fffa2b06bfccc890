/** A professional and a client, by their users' ids. */
export type Pair = { professionalId: string; clientId: string }
