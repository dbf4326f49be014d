import { testGoldens } from '../goldens.ts';

testGoldens('net');
