/**
 * How long data about people is kept. The jobs delete by these times, and the page /privacy shows each of them.
 * rule: help-and-legal-pages, expired-data
 */
export const RETENTION = {
  /** A session without use, and any session at most. */
  session_unused_days: 30,
  session_days: 90,
  /** A browser from its last sign-in: the cookie by which it is known, and its tag. */
  device_days: 400,
  /**
   * The events in the security history of an account, and the tag of the network in each. The database function has
   * both numbers, too.
   */
  security_event_days: 365,
  security_network_days: 90,
  /** The tags of where a review was written. */
  review_tag_days: 90,
  /** The rooms, parking and notes of a visit, from its end. */
  rooms_months: 12,
  /**
   * When nobody has looked at the values or changed them for so long, the client gets a notice that they will be
   * erased.
   */
  unused_access_months: 12,
  /** How long after that notice they are erased. */
  unused_access_days: 30,
  access_view_months: 12,
  /** An agreement, from its last visit. */
  agreement_months: 36,
  stage_months: 24,
  stage_note_months: 12,
  /** The photos of a visit, from its end. */
  visit_photo_days: 90,
  /** A receipt, from the end of the visit. */
  receipt_years: 7,
  /** The events of a booking and of its proposals, each from its moment. */
  booking_event_years: 7,
  /** A problem from its end, and an attempt to reach the other side from the end of the visit. */
  problem_months: 24,
  /** The photos of a problem, from its end. */
  problem_photo_days: 90,
  /** A safety timer, from its moment. */
  safety_days: 90,
  /** A professional's note about a client, from the end of the visit. */
  client_note_years: 3,
  /** The photos of a document, from its approval. */
  document_hours: 24,
  /** The photos of a document, from its rejection, or from when they were sent if nobody decides. */
  document_days: 30,
  /** The answers of references. */
  reference_months: 12,
  notice_days: 400,
  support_months: 24,
  /** A message to support, from the deletion of its writer's account. */
  support_deleted_days: 90,
  /** A case of operators, from when it was resolved. */
  case_months: 24,
  /** The text of a report, from when its writer deleted their account. */
  left_text_days: 90,
  /** The text that an operator wrote with an action. The action itself stays. */
  audit_text_years: 3,
  /** Searches and views of profiles by day and ZIP, without anybody in them. */
  daily_count_years: 5,
} as const
