/** A device that keeps passkeys, put into a browser: it makes them and signs without asking anybody. */
import type { Page } from "playwright-core";

/** What a test does with the device. */
export interface VirtualDevice {
  /** Whether it recognises whoever holds it; who is not recognised is a stranger, or somebody who cancels. */
  recognise(isOwner: boolean): Promise<void>;
  /** The ids of its passkeys. */
  passkeys(): Promise<string[]>;
  /** Forgets all of them. */
  clear(): Promise<void>;
}

/** @see https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn (2026-11). */
export async function addDevice(page: Page): Promise<VirtualDevice> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async recognise(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async passkeys() {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.map(({ credentialId }) => credentialId);
    },
    async clear() {
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}
