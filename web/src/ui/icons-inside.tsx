import { drawn } from './icons.tsx'

// What only screens behind a login and forms show: the first views do without.
export const EyeIcon = drawn(
  <>
    <path d="M2.8 12S6 5.6 12 5.6 21.2 12 21.2 12 18 18.4 12 18.4 2.8 12 2.8 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const EyeOffIcon = drawn(
  <path d="M9.6 6a9 9 0 0 1 2.4-.4c6 0 9.2 6.4 9.2 6.4a15 15 0 0 1-2.5 3.3M6.3 7.7A15 15 0 0 0 2.8 12s3.2 6.4 9.2 6.4a9 9 0 0 0 4.7-1.3M10 10a2.8 2.8 0 0 0 4 4M3.5 3.5l17 17" />,
)
export const SendIcon = drawn(<path d="M20 4 3.5 10.5l6.5 3.5 3.5 6.5L20 4ZM10 14l4.5-4.5" />)
export const PhotoIcon = drawn(
  <path d="M4.5 5.5h15v13h-15Zm0 10 4.5-4.5 4 4 2.5-2.5 4 4M15 9.5v.1" />,
)
export const PhoneIcon = drawn(
  <path d="M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3A1.5 1.5 0 0 1 19 19.5 15.5 15.5 0 0 1 4.5 5 1.5 1.5 0 0 1 6 3.5Z" />,
)
export const MoreIcon = drawn(
  <>
    <circle cx="12" cy="5.5" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="12" cy="18.5" r="1" />
  </>,
)
