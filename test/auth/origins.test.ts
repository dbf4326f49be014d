import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

test.each([
  '*',
  'https://app.example.com',
  'https://*.example.com',
  'http://localhost:5173',
  'http://*.localhost:5173',
  'https://a.example, https://*.b.example',
  'capacitor://localhost',
  'https://xn--bcher-kva.example',
])('readConfig takes CORS_ORIGINS=%s', (origins) => {
  expect(readConfig({ CORS_ORIGINS: origins }).corsOrigins).toEqual(origins.split(', '));
});

test.each([
  ['app.example.com', 'https://app.example.com'],
  ['https://app.example.com/', 'https://app.example.com'],
  ['https://App.example.com', 'https://app.example.com'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['https://*.example.com:443', 'https://*.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*', 'https://*.example.com'],
  ['https://a.*.example.com', 'https://*.example.com'],
  ['https://a*.example.com', 'https://*.example.com'],
  ['https://a.example,', 'an origin'],
  ['null', 'an origin'],
  ['https://user@a.example', 'an origin'],
])('readConfig refuses CORS_ORIGINS=%s and says what would be right: %s', (origins, right) => {
  expect(() => readConfig({ CORS_ORIGINS: origins })).toThrow(/CORS_ORIGINS has/);
  expect(() => readConfig({ CORS_ORIGINS: origins })).toThrow(right);
});
