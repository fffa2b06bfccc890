import type { ReactNode } from 'react'

type IconProps = { className?: string }

/** An icon of one line's width, 24 × 24. */
export const drawn = (paths: ReactNode) =>
  function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        className={className}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {paths}
      </svg>
    )
  }

export const CloseIcon = drawn(<path d="M6 6l12 12M18 6 6 18" />)
export const CheckIcon = drawn(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const WarningIcon = drawn(
  <path d="M12 8.5v5m0 3.2v.1M10.4 4.2 2.9 17.4A1.8 1.8 0 0 0 4.5 20h15a1.8 1.8 0 0 0 1.6-2.6L13.6 4.2a1.8 1.8 0 0 0-3.2 0Z" />,
)
export const InfoIcon = drawn(<path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-8.7v.1" />)
export const ChevronDownIcon = drawn(<path d="m6 9.5 6 6 6-6" />)
export const SearchIcon = drawn(
  <path d="M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4Zm4.900-1.800 4.300 4.300" />,
)
export const PersonIcon = drawn(
  <path d="M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20.5a7.5 6.5 0 0 1 15 0" />,
)
/** Rotates while a request runs. It does not move for users who prefer reduced motion. */
export function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-4 animate-spin"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" opacity="0.3" />
      <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
    </svg>
  )
}
export const PinIcon = drawn(
  <>
    <path d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21Z" />
    <circle cx="12" cy="9.5" r="2.4" />
  </>,
)
export const ShieldIcon = drawn(
  <path d="M12 3 5 5.6v5.6c0 4.4 2.9 7.8 7 9.8 4.1-2 7-5.4 7-9.8V5.6L12 3Zm-3 9 2.2 2.2L15.2 10" />,
)
export const BroomIcon = drawn(
  <path d="M19.5 3.5 12 11m-3.2-.8 5 5c.6 2.5-1 4.3-4.3 5.3L3.5 14.5c1-3.3 2.8-4.9 5.3-4.3Zm-2.5 7.3 2-2m.500 4 2-2" />,
)
export const CalendarIcon = drawn(
  <path d="M4.5 6.5h15v13h-15Zm0 4.5h15M8.5 4v4m7-4v4m-6.5 7.5 2 2 4-4" />,
)
export const WalletIcon = drawn(
  <path d="M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V7.5Zm0 0L15.5 4v3.5M20 11.5h-4a2 2 0 0 0 0 4h4" />,
)
