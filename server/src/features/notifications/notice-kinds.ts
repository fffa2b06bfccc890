/** What a person can be told: the topic, and what happened. */
export type NoticeKind =
  | `booking.${'requested' | 'accepted' | 'declined' | 'cancelled' | 'expired' | 'completed'}`
  | `reminder.${'day' | 'hours'}`
  | `message.${'first' | 'unanswered'}`
  | `money.${'receipt' | 'renewal' | 'payment_failed' | 'cancelled' | 'lapsed' | 'refund' | 'lead_received' | 'lead_returned'}`
  | `verification.${'approved' | 'rejected'}`
