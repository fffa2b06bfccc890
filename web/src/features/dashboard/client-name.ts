import type { ProfessionalBooking } from '#contract/bookings.ts'

/** 'Ana Lima', or as much of it as the professional may see. */
export function clientName({ client_details }: ProfessionalBooking): string {
  return `${client_details.first_name} ${client_details.last_name}`.trim()
}
