import * as runtime from 'react/jsx-runtime'

// The build puts it in the place of react/jsx-runtime (vite.config.ts). rule: home-weight
export const Fragment = runtime.Fragment
export const jsx = runtime.jsx
export const jsxs = runtime.jsxs
