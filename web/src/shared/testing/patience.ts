import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// Screens load their parts as they are needed, which takes a busy machine seconds.
configure({ asyncUtilTimeout: 15_000 })

// What a test did not wait for is loaded ahead all the same: a file ends once that is there, or it fails for it.
afterAll(() => vi.dynamicImportSettled())
