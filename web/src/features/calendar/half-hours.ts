/** The half hours of a day, '00:00' to '24:00'. */
export const HALF_HOURS = Array.from({ length: 49 }, (_, half) =>
  [Math.floor(half / 2), (half % 2) * 30].map((part) => String(part).padStart(2, '0')).join(':'),
)
