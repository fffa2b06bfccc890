import { drawn } from './icons.tsx'

// Icons of the first views other than home, which has no room for them. rule: first-view
export const FilterIcon = drawn(<path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.7v4.6M8.5 14.7v4.6" />)
export const CircleIcon = drawn(<circle cx="12" cy="12" r="8.5" />)
export const ArrowLeftIcon = drawn(<path d="M19 12H5m6-6-6 6 6 6" />)
export const ArrowRightIcon = drawn(<path d="M5 12h14m-6-6 6 6-6 6" />)
export const ClockIcon = drawn(
  <path d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2" />,
)
