/** A calendar and where its floating times count; instants in milliseconds. */
export type CalendarRequest = {
  bytes: Uint8Array
  ownZone: string
  chosenZone: string | null
  from: number
  to: number
}

/** One busy time: instants in milliseconds. */
export type BusyInterval = { uid: string; startsAt: number; endsAt: number }

/** A time zone that a calendar names and that we are not sure of, and what it was read as. */
export type UnsureZone = { name: string; read_as: string }

export type ReadCalendar = {
  intervals: BusyInterval[]
  /** How many events could not be read, or not completely. */
  unread: number
  unsureZones: UnsureZone[]
}

export type CalendarResult = ReadCalendar | { problem: 'unreadable' | 'too_large' }

/** Reads the calendars that people upload or subscribe to. rule: busy-times */
export type Calendars = {
  /**
   * Returns the busy times of a calendar between two instants, or why there are none. Refuses 'overloaded' when too
   * many calendars wait.
   */
  read(request: CalendarRequest, personId: string): Promise<CalendarResult>
}
