import { safeStorage } from 'electron'
import type { Cipher } from './key-store'

/** The system's key store as a cipher. Call it after the application is ready. */
export function systemCipher(platform: NodeJS.Platform): Cipher {
  return {
    protection: protectionOf(platform),
    encrypt: (text) => {
      // Has an effect only where the system offers no key store; asked of the person before it comes to this.
      safeStorage.setUsePlainTextEncryption(true)
      return safeStorage.encryptString(text)
    },
    decrypt: (bytes) => {
      safeStorage.setUsePlainTextEncryption(true)
      return safeStorage.decryptString(bytes)
    },
  }
}

function protectionOf(platform: NodeJS.Platform): Cipher['protection'] {
  if (platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return 'plain'
  return safeStorage.isEncryptionAvailable() ? 'os' : 'none'
}
