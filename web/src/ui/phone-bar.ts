/** Classes of a bar with a main action: on a phone it stays at the lower edge. Its background is added there. */
export const PHONE_BAR =
  'step-bar max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:px-4 max-md:py-3'
