/** `isWorkShown` of the contract, of a row of the table bookings. rule: checklist, visit-photos */
export const WORK_SHOWN_SQL = `(bookings.status = 'completed' or bookings.status = 'accepted' and bookings.stage = 'finished')`
