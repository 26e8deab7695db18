# The formula of a release, which scripts/internal/homebrew-formula fills in.
class Understudy < Formula
  desc "Local stand-in for Microsoft Entra ID in integration tests"
  homepage "{{REPOSITORY}}"
  version "{{VERSION}}"
  license "Apache-2.0"

  depends_on :linux

  on_intel do
    url "{{DOWNLOAD}}/understudy-{{VERSION}}-linux-x86_64.tar.gz"
    sha256 "{{SHA256 understudy-{{VERSION}}-linux-x86_64.tar.gz}}"
  end
  on_arm do
    url "{{DOWNLOAD}}/understudy-{{VERSION}}-linux-aarch64.tar.gz"
    sha256 "{{SHA256 understudy-{{VERSION}}-linux-aarch64.tar.gz}}"
  end

  def install
    bin.install "understudy"
    man1.install Dir["**/understudy.1"]
    generate_completions_from_executable(bin/"understudy", "--generate-completion-script")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/understudy version")
  end
end
