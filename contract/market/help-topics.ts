/** The topics of the help pages, as `/help/{topic}`, in the order of the page. rule: help-and-legal-pages */
export const HELP_TOPICS = [
  'booking',
  'professionals',
  'payments',
  'safety',
  'verification',
  'reviews',
  'time',
  'privacy',
  'measures',
] as const
