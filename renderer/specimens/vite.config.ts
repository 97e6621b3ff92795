import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of primitives: for review and for the specs of single components; no part of the application. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { '@shared': resolve(import.meta.dirname, '../../shared') } },
  plugins: [react(), tailwind()],
})
